import { Email, Password } from '@portico/contract/accounts'
import { register } from '@portico/contract/auth'
import { countInviteView } from '@portico/contract/invites'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { enter } from '../api/who.ts'
import { requireGuest } from '../app/guard/guard.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { t as translate, useT } from '../i18n.ts'
import { OtherSitesSlot } from '../issuers/other-sites-slot.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { EntryCard, FormFailure } from './entry-card.tsx'

export const Route = createFileRoute('/_public/register')({
  beforeLoad: requireGuest,
  validateSearch: (search: Record<string, unknown>): { redirect?: string; code?: string } => ({
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
    ...(typeof search['code'] === 'string' ? { code: search['code'] } : {}),
  }),
  component: RegisterPage,
  staticData: { title: 'title.register' },
})

const Form = z
  .object({ email: Email, password: Password, again: z.string(), invite_code: z.string() })
  .check(z.refine((form) => form.password === form.again, { path: ['again'], error: () => translate('register.mismatch') }))

function RegisterPage() {
  const t = useT()
  const router = useRouter()
  const { code = '', ...search } = Route.useSearch()
  const closed = useSite()?.registration_open === false
  useEffect(() => {
    // This only counts a view, so a failure does not matter.
    if (code) void call(countInviteView, { body: { invite_code: code } }, { background: true }).catch(() => {})
  }, [code])
  const form = usePlainForm(Form, { email: '', password: '', again: '', invite_code: code }, async ({ again: _, ...body }) => {
    enter(await call(register, { body }))
    await router.navigate({ href: safeRedirect(search.redirect) ?? '/dashboard', replace: true })
  })
  return (
    <EntryCard title={t('register.title')} text={t(closed ? 'register.closed' : 'register.text')}>
      {!closed && (
        <form noValidate onSubmit={(event) => void form.submit(event)}>
          <FormFailure message={form.failure} />
          <Field label={t('account.email')} type="email" autoComplete="username" inputMode="email" {...form.field('email')} />
          <Field
            label={t('account.password')}
            hint={t('account.password_hint', { n: 8 })}
            type="password"
            autoComplete="new-password"
            {...form.field('password')}
          />
          <Field label={t('account.password_again')} type="password" autoComplete="new-password" {...form.field('again')} />
          <Field
            label={t('register.invite_code')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            {...form.field('invite_code')}
          />
          <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
            {t(form.sending ? 'register.sending' : 'register.submit')}
          </button>
        </form>
      )}
      {!closed && <OtherSitesSlot redirect={search.redirect} invite={code} />}
      <p>
        {t('register.has_account')}{' '}
        <Link to="/login" search={search}>
          {t('register.to_login')}
        </Link>
      </p>
    </EntryCard>
  )
}
