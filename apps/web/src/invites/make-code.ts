import { fetchInvites, saveInvite } from '@portico/contract/invites'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'

/** Creates an invite code for the signed-in member. */
export function useMakeCode() {
  const t = useT()
  return useSave({
    send: () => call(saveInvite, {}),
    done: ({ code }) => t('invites.made', { code }),
    changes: [fetchInvites],
  })
}
