import { Button } from '@mantine/core'
import { adminListInviteCodes, type AdminInviteCode, adminUpdateInviteCode } from '@portico/contract/invites-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { showNotice } from '../notice.ts'

/** Takes a code out of use, after asking, or puts it back. */
export function DisableCode({ code: { id, code, email, state } }: { code: AdminInviteCode }) {
  const t = useT()
  const disabled = state === 'disabled'
  const save = useMutation({
    mutationFn: () => call(adminUpdateInviteCode, { params: { id }, body: { disabled: !disabled } }),
    onSuccess: () => showNotice({ kind: 'success', message: t(disabled ? 'invite_manage.enabled' : 'invite_manage.disabled', { code }) }),
    onSettled: () => invalidate(adminListInviteCodes),
  })
  const ask = async (): Promise<void> => {
    const words = { title: t('invite_manage.disable_title', { code }), text: t('invite_manage.disable_text', { email }) }
    if (disabled || (await confirm({ ...words, confirm: t('invite_manage.disable'), danger: true }))) save.mutate()
  }
  return (
    <Allowed to="coupons.write">
      <Button
        size="compact-sm"
        variant="subtle"
        {...(disabled ? {} : { color: 'var(--danger)' })}
        loading={save.isPending}
        onClick={() => void ask()}
      >
        {t(disabled ? 'invite_manage.enable' : 'invite_manage.disable')}
      </Button>
    </Allowed>
  )
}
