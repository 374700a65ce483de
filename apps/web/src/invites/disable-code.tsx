import { Menu } from '@mantine/core'
import { adminListInviteCodes, type AdminInviteCode, adminUpdateInviteCode } from '@portico/contract/invites-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'

/** Disables a code after confirmation, or enables it again. */
export function DisableCode({ code: { id, code, email, state } }: { code: AdminInviteCode }) {
  const t = useT()
  const disabled = state === 'disabled'
  const save = useSave({
    ask: disabled
      ? null
      : {
          title: t('invite_manage.disable_title', { code }),
          text: t('invite_manage.disable_text', { email }),
          confirm: t('invite_manage.disable'),
          danger: true,
        },
    send: () => call(adminUpdateInviteCode, { params: { id }, body: { disabled: !disabled } }),
    done: t(disabled ? 'invite_manage.enabled' : 'invite_manage.disabled', { code }),
    changes: [adminListInviteCodes],
  })
  return (
    <Allowed to="coupons.write">
      <RowMenu name={code} busy={save.isPending}>
        <Menu.Item {...(disabled ? {} : { color: 'var(--bad-text)' })} onClick={() => save.mutate()}>
          {t(disabled ? 'invite_manage.enable' : 'invite_manage.disable')}
        </Menu.Item>
      </RowMenu>
    </Allowed>
  )
}
