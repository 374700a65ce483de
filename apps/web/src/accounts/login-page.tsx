import { login } from '@portico/contract/auth'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { enter } from '../api/who.ts'
import { requireGuest } from '../app/guard/guard.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { useT } from '../i18n.ts'
import { OtherSitesSlot } from '../issuers/other-sites-slot.tsx'
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

function LoginPage() {
  const t = useT()
  const router = useRouter()
  const search = Route.useSearch()
  const form = usePlainForm(login.body ?? z.never(), { email: '', password: '' }, async (values) => {
    enter(await call(login, { body: values }))
    await router.navigate({ href: safeRedirect(search.redirect) ?? '/dashboard', replace: true })
  })
  return (
    <EntryCard title={t('login.title')} text={t('login.text')}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <Field label={t('account.email')} type="email" autoComplete="username" inputMode="email" {...form.field('email')} />
        <Field label={t('account.password')} type="password" autoComplete="current-password" {...form.field('password')} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'login.sending' : 'login.submit')}
        </button>
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
