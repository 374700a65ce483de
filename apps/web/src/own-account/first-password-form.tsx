import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Password } from '@portico/contract/accounts'
import { listIdentities, setFirstPassword } from '@portico/contract/own-account'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { refreshWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './own-account.module.css'

const Form = z.object({ password: Password })

/** Form for the first password of a member without one. */
export function FirstPasswordForm() {
  const t = useT()
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(Form) })
  const save = useSave({
    form,
    send: (body: { password: string }) => call(setFirstPassword, { body }),
    done: t('first_password.saved'),
    changes: [listIdentities],
    after: refreshWho,
  })
  return (
    <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <p className="intro">{t('first_password.text')}</p>
      <PasswordField
        required
        autoComplete="new-password"
        maxLength={128}
        {...fieldOf(form, 'password', t('password.new'), t('account.password_hint', { n: 8 }))}
      />
      <Button type="submit" loading={save.isPending}>
        {t('first_password.save')}
      </Button>
    </form>
  )
}
