import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetUser, adminListUsers, type AdminUser, adminWriteOffDebt } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'

/** Makes a member's debt the site's loss. The reason goes into the ledger. */
export function WriteOffModal({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const toInput = ({ reason }: { reason: string }) => ({ amount: user.debt, reason })
  const form = useForm({
    initialValues: { reason: '' },
    validate: (values) => schemaErrors(adminWriteOffDebt.body, toInput(values)),
  })
  const save = useSave({
    form,
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
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      <TextInput label={t('user_manage.reason')} maxLength={200} data-autofocus {...form.getInputProps('reason')} />
    </FormModal>
  )
}
