import { Checkbox, TextInput } from '@mantine/core'
import { adminGetUser, adminListUsers, adminSetIdentity } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import { useSave } from '../ui/use-save.ts'

type Values = { address: string; verified: boolean }

/** Sets a member's address or number. What has an @ is an address. */
export function IdentityModal({ id, onChanged, onClose }: { id: number; onChanged: () => void; onClose: () => void }) {
  const t = useT()
  const toBody = ({ address, verified }: Values) => ({ [address.includes('@') ? 'email' : 'phone']: address, verified })
  const atField = ({ email, phone }: Record<string, string>): Record<string, string> => {
    const problem = email ?? phone
    return problem ? { address: problem } : {}
  }
  const form = useMarkedForm<Values>({
    initialValues: { address: '', verified: false },
    validate: (values) => atField(schemaErrors(adminSetIdentity.body, toBody(values))),
  })
  const save = useSave({
    form: {
      getValues: () => ({ email: '', phone: '' }),
      setErrors: (errors) => form.setErrors(atField(errors)),
    },
    send: (values: Values) => call(adminSetIdentity, { params: { id }, body: toBody(values) }),
    done: t('user_identities.saved'),
    changes: [adminGetUser, adminListUsers],
    after: () => {
      onClose()
      onChanged()
    },
  })
  return (
    <FormModal
      title={t('user_identities.set')}
      text={t('user_identities.set_text')}
      submit={t('action.save')}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput maxLength={64} data-autofocus {...fieldOf(form, 'address', t('user_identities.address'))} />
      <Checkbox {...flagOf(form, 'verified', t('user_identities.is_verified'))} />
    </FormModal>
  )
}
