import { fetchInvites, saveInvite } from '@portico/contract/invites'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { showNotice } from '../notice.ts'

/** Makes a code for whoever is signed in. */
export function useMakeCode() {
  const t = useT()
  return useMutation({
    mutationFn: () => call(saveInvite, {}),
    onSuccess: ({ code }) => showNotice({ kind: 'success', message: t('invites.made', { code }) }),
    onSettled: () => invalidate(fetchInvites),
  })
}
