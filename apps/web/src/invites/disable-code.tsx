import { Menu } from '@mantine/core'
import { adminListInviteCodes, type AdminInviteCode, adminUpdateInviteCode } from '@portico/contract/invites-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'

/** Disables a code after confirmation, or enables it again. */
export function DisableCode({ code: { id, code, email, state } }: { code: AdminInviteCode }) {
  const t = useT()
  const disabled = state === 'disabled'
  const save = useSave({
    send: () => call(adminUpdateInviteCode, { params: { id }, body: { disabled: !disabled } }),
    done: t(disabled ? 'invite_manage.enabled' : 'invite_manage.disabled', { code }),
    changes: [adminListInviteCodes],
  })
  const ask = async (): Promise<void> => {
    const words = { title: t('invite_manage.disable_title', { code }), text: t('invite_manage.disable_text', { email }) }
    if (disabled || (await confirm({ ...words, confirm: t('invite_manage.disable'), danger: true }))) save.mutate()
  }
  return (
    <Allowed to="coupons.write">
      <RowMenu name={code} busy={save.isPending}>
        <Menu.Item {...(disabled ? {} : { color: 'var(--bad-text)' })} onClick={() => void ask()}>
          {t(disabled ? 'invite_manage.enable' : 'invite_manage.disable')}
        </Menu.Item>
      </RowMenu>
    </Allowed>
  )
}
