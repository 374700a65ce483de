import { login } from '@portico/contract/auth'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { enter } from '../api/who.ts'
import { requireGuest } from '../app/guard/guard.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { OtherSitesSlot } from '../issuers/other-sites-slot.tsx'
import { secondStepToken } from '../factors/second-token.ts'
import { loadMessages, useT } from '../i18n.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { EntryCard, FormFailure } from './entry-card.tsx'

export const Route = createFileRoute('/_public/login')({
  beforeLoad: requireGuest,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  component: LoginPage,
  staticData: { title: 'title.login' },
})

// Few accounts have a second step.
const SecondStep = lazy(async () => {
  const [{ SecondStep: component }] = await Promise.all([import('../factors/second-step.tsx'), loadMessages('second')])
  return { default: component }
})

function LoginPage() {
  const t = useT()
  const router = useRouter()
  const search = Route.useSearch()
  const [token, setToken] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const go = async (entered: { x_token: string; name: string }): Promise<void> => {
    enter(entered)
    await router.navigate({ href: safeRedirect(search.redirect) ?? '/dashboard', replace: true })
  }
  const form = usePlainForm(login.body ?? z.never(), { email: '', password: '' }, async (values) => {
    setFailure('')
    try {
      await go(await call(login, { body: values }))
    } catch (error) {
      const next = secondStepToken(error)
      if (next === null) throw error
      setToken(next)
    }
  })
  if (token !== null)
    return (
      <Suspense>
        <SecondStep token={token} onEntered={go} onBack={() => setToken(null)} />
      </Suspense>
    )
  return (
    <EntryCard title={t('login.title')} text={t('login.text')}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure || failure} />
        <Field label={t('account.email')} type="email" autoComplete="username" inputMode="email" {...form.field('email')} />
        <Field label={t('account.password')} type="password" autoComplete="current-password" {...form.field('password')} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'login.sending' : 'login.submit')}
        </button>
        <PasskeyButton onEntered={go} onFailure={setFailure} />
      </form>
      <OtherSitesSlot redirect={search.redirect} />
      <p>
        {t('login.no_account')}{' '}
        <Link to="/register" search={search}>
          {t('login.to_register')}
        </Link>
      </p>
    </EntryCard>
  )
}
