import { login } from '@portico/contract/auth'
import { createFileRoute, Link, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { enter } from '../api/who.ts'
import { requireGuest } from '../app/guard/guard.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { AddressField, addressOf, addressSchema, type By } from '../auth/address-field.tsx'
import { useT } from '../i18n.ts'
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
  const search = useSearch({ from: '/_public/login' })
  const mayPhone = (useSite()?.register_with ?? 'email') !== 'email'
  const [by, setBy] = useState<By>('email')
  const schema = z.object({ ...addressSchema(by), password: z.string().check(z.minLength(1), z.maxLength(128)) })
  const form = usePlainForm(schema, { email: '', phone: '', password: '' }, async (values) => {
    enter(await call(login, { body: { ...addressOf(values, by), password: values.password } }))
    await router.navigate({ href: safeRedirect(search.redirect) ?? '/dashboard', replace: true })
  })
  return (
    <EntryCard title={t('login.title')} text={t('login.text')}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <AddressField form={form} by={by} onBy={mayPhone ? setBy : undefined} />
        <Field label={t('account.password')} type="password" autoComplete="current-password" {...form.field('password')} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'login.sending' : 'login.submit')}
        </button>
      </form>
      <p>
        <Link to="/login2" search={search}>
          {t('login.by_code')}
        </Link>{' '}
        · <Link to="/getPasswd">{t('login.forgot')}</Link>
      </p>
      <p>
        {t('login.no_account')}{' '}
        <Link to="/register" search={search}>
          {t('login.to_register')}
        </Link>
      </p>
    </EntryCard>
  )
}
