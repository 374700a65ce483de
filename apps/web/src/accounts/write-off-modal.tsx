import { TextInput } from '@mantine/core'
import { adminGetUser, adminListUsers, type AdminUser, adminWriteOffDebt } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { useMoney } from '../ui/format/use-money.ts'

/** Makes a member's debt the site's loss. The reason goes into the ledger. */
export function WriteOffModal({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const toInput = ({ reason }: { reason: string }) => ({ amount: user.debt, reason })
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    toInput,
    check: adminWriteOffDebt.body,
    send: (body: { amount: number; reason: string }) => call(adminWriteOffDebt, { params: { id: user.id }, body }),
    done: t('user_manage.written_off'),
    changes: [adminGetUser, adminListUsers],
    after: onClose,
  })
  return (
    <FormModal
      title={t('user_manage.write_off')}
      text={t('user_manage.write_off_text', { email: user.label, amount: money(user.debt, user.currency) })}
      submit={t('user_manage.write_off')}
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'))} />
    </FormModal>
  )
}
