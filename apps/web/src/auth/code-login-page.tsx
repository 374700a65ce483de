import { loginByCode } from '@portico/contract/auth'
import { Code } from '@portico/contract/codes'
import { createFileRoute, Link, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { call } from '../api/call.ts'
import { useEntering } from '../factors/use-entering.tsx'
import { loadMessages, useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { AskStep } from './ask-step.tsx'
import { CodeField } from './code-field.tsx'
import { addressText, useCode } from './use-code.ts'

// Open to signed-in visitors too: the specification leads only `/login` and `/register` to the dashboard.
export const Route = createFileRoute('/_public/login2')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  loader: () => loadMessages('entry'),
  component: CodeLoginPage,
  staticData: { title: 'title.login' },
})

function CodeLoginPage() {
  const t = useT()
  const search = useSearch({ from: '/_public/login2' })
  const { signIn, second } = useEntering(search.redirect)
  const code = useCode('login')
  const form = usePlainForm(z.object({ code: Code }), { code: '' }, (entered) =>
    signIn(() => call(loginByCode, { body: { code_id: code.sent?.id ?? '', code: entered.code } })),
  )
  const { sent } = code
  if (second) return second
  return (
    <EntryCard title={t('code_login.title')} text={sent ? t('entry.if_known', { address: addressText(sent.to) }) : t('code_login.text')}>
      <AskStep code={code} hidden={sent !== null} />
      {sent && (
        <form noValidate onSubmit={(event) => void form.submit(event)}>
          <FormFailure message={form.failure} />
          <CodeField code={code} form={form} />
          <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
            {t(form.sending ? 'login.sending' : 'login.submit')}
          </button>
        </form>
      )}
      <p>
        <Link to="/login" search={search}>
          {t('code_login.to_login')}
        </Link>
      </p>
    </EntryCard>
  )
}
