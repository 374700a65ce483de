import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { changePassword, listSessions, Password } from '@portico/contract/accounts'
import { confirmSession } from '@portico/contract/auth'
import * as z from 'zod/mini'
import { ApiError, call } from '../api/call.ts'
import { t as translate, useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './profile.module.css'

const Form = z
  .object({ old_password: z.string().check(z.minLength(1), z.maxLength(128)), new_password: Password, again: z.string() })
  .check(z.refine((form) => form.new_password === form.again, { path: ['again'], error: () => translate('password.mismatch') }))
const EMPTY = { old_password: '', new_password: '', again: '' }

/** Changes the password. The old one proves who is there, so the page does not ask for a proof. */
async function send({ old_password, new_password }: typeof EMPTY): Promise<unknown> {
  const change = () => call(changePassword, { body: { old_password, new_password } }, { confirms: false })
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'session.confirm_needed')) throw error
    await confirmByOldPassword(old_password)
    return await change()
  }
}

async function confirmByOldPassword(password: string): Promise<void> {
  try {
    await call(confirmSession, { body: { password } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422)) throw error
    throw new ApiError(422, { code: error.code, message: error.message, errors: { old_password: [error.message] } }, { cause: error })
  }
}

/** Changes the password. This signs the account out on all other devices. */
export function PasswordForm({ email }: { email: string }) {
  const t = useT()
  const form = useForm({ initialValues: EMPTY, validate: schemaResolver(Form) })
  const change = useSave({
    form,
    send,
    done: t('password.changed'),
    changes: [listSessions],
    after: () => form.reset(),
  })
  const shared = { required: true, disabled: change.isPending, maxLength: 128 }
  return (
    <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => change.mutate(values))}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField autoComplete="current-password" {...shared} {...fieldOf(form, 'old_password', t('password.old'))} />
      <PasswordField
        autoComplete="new-password"
        {...shared}
        {...fieldOf(form, 'new_password', t('password.new'), t('account.password_hint', { n: 8 }))}
      />
      <PasswordField autoComplete="new-password" {...shared} {...fieldOf(form, 'again', t('password.again'))} />
      <Button type="submit" loading={change.isPending}>
        {t('navbar.change_password')}
      </Button>
    </form>
  )
}
