import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminCreateUser, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'

/** Creates an account for someone else. Its details are edited afterwards. */
export function CreateUserDrawer({ onClose, onCreated }: { onClose: () => void; onCreated: (user: AdminUser) => void }) {
  const t = useT()
  const form = useForm({ initialValues: { email: '', password: '' }, validate: (values) => schemaErrors(adminCreateUser.body, values) })
  const save = useSave({
    form,
    send: (body: { email: string; password: string }) => call(adminCreateUser, { body }),
    done: (user) => t('user_manage.created_notice', { email: user.label }),
    changes: [adminListUsers],
    after: (user) => {
      onClose()
      onCreated(user)
    },
  })
  return (
    <FormDrawer
      title={t('user_manage.create')}
      saving={save.isPending}
      form={form}
      draft="new member"
      saveLabel={t('action.create')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput required label={t('account.email')} type="email" data-autofocus autoComplete="off" {...form.getInputProps('email')} />
      <PasswordField
        required
        label={t('account.password')}
        description={t('account.password_hint', { n: 8 })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </FormDrawer>
  )
}
