import { TextInput } from '@mantine/core'
import { adminCreateUser, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

/** Creates an account for someone else. Its details are edited afterwards. */
export function CreateUserDrawer({ onClose, onCreated }: { onClose: () => void; onCreated: (user: AdminUser) => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { email: '', password: '' },
    check: adminCreateUser.body,
    send: (body: { email: string; password: string }) => call(adminCreateUser, { body }),
    done: (user) => t('user_manage.created_notice', { email: user.label }),
    changes: [adminListUsers],
    after: (user) => {
      onClose()
      onCreated(user)
    },
  })
  return (
    <FormDrawer title={t('user_manage.create')} {...bound} draft="new member" saveLabel={t('action.create')} onClose={onClose}>
      <TextInput required type="email" data-autofocus autoComplete="off" {...fieldOf(form, 'email', t('account.email'))} />
      <PasswordField
        required
        autoComplete="new-password"
        {...fieldOf(form, 'password', t('account.password'), t('account.password_hint', { n: 8 }))}
      />
    </FormDrawer>
  )
}
