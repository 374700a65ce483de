import { Password } from '@portico/contract/accounts'
import { resetPassword } from '@portico/contract/auth'
import { Code } from '@portico/contract/codes'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { call } from '../api/call.ts'
import { forget } from '../api/who.ts'
import { loadMessages, useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { AskStep } from './ask-step.tsx'
import { CodeField } from './code-field.tsx'
import { addressText, useCode } from './use-code.ts'

// Open to signed-in visitors too, who may have forgotten their password.
export const Route = createFileRoute('/_public/getPasswd')({
  loader: () => loadMessages('entry'),
  component: ResetPasswordPage,
  staticData: { title: 'title.reset' },
})

function ResetPasswordPage() {
  const t = useT()
  const router = useRouter()
  const code = useCode('reset')
  const form = usePlainForm(z.object({ code: Code, password: Password }), { code: '', password: '' }, async (entered) => {
    await call(resetPassword, { body: { code_id: code.sent?.id ?? '', ...entered } })
    // All sessions have ended, this browser's too.
    forget()
    showToast({ kind: 'success', message: t('reset.done') })
    await router.navigate({ to: '/login', replace: true })
  })
  const { sent } = code
  return (
    <EntryCard title={t('title.reset')} text={sent ? t('entry.if_known', { address: addressText(sent.to) }) : t('reset.text')}>
      <AskStep code={code} hidden={sent !== null} />
      {sent && (
        <form noValidate onSubmit={(event) => void form.submit(event)}>
          <FormFailure message={form.failure} />
          <CodeField code={code} form={form} />
          {/* Tells password managers which account the password belongs to. */}
          <input name="username" autoComplete="username" value={addressText(sent.to)} readOnly hidden />
          <Field
            label={t('reset.password')}
            hint={t('reset.ends')}
            type="password"
            autoComplete="new-password"
            {...form.field('password')}
          />
          <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
            {t(form.sending ? 'reset.sending' : 'reset.submit')}
          </button>
        </form>
      )}
      <p>
        <Link to="/login">{t('reset.to_login')}</Link>
      </p>
    </EntryCard>
  )
}
