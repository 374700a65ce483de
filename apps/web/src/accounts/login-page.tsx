import { login } from '@portico/contract/auth'
import { createFileRoute, Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { requireGuest } from '../app/guard/to-login.ts'
import { AddressField, addressOf, addressSchema, type By, typedAddress } from '../auth/address-field.tsx'
import { useEntering } from '../factors/use-entering.tsx'
import { useT } from '../i18n.ts'
import { loadOtherSites, OtherSitesSlot } from '../issuers/other-sites-slot.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { Gap } from '../ui/gap.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { EntryCard, FormFailure } from './entry-card.tsx'

export const Route = createFileRoute('/_public/login')({
  beforeLoad: requireGuest,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  loader: loadOtherSites,
  component: LoginPage,
  staticData: { title: 'title.login' },
})

function LoginPage() {
  const t = useT()
  const search = useSearch({ from: '/_public/login' })
  const { signIn, second } = useEntering(search.redirect)
  const [failure, setFailure] = useState('')
  const site = useSite()
  const mayPhone = (site?.register_with ?? 'email') !== 'email'
  const [by, setBy] = useState<By>('email')
  const schema = z.object({ ...addressSchema(by), password: z.string().check(z.minLength(1), z.maxLength(128)) })
  const form = usePlainForm(schema, { ...typedAddress, phone: '', password: '' }, (values) => {
    setFailure('')
    return signIn(() => call(login, { body: { ...addressOf(values, by), password: values.password } }))
  })
  const keep = (): void => {
    typedAddress.email = form.values.email
  }
  if (second) return second
  return (
    <EntryCard title={t('login.title')} text={t('login.text')}>
      <form method="post" noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure || failure} />
        <AddressField form={form} by={by} onBy={mayPhone ? setBy : undefined} />
        <Field label={t('account.password')} type="password" autoComplete="current-password" {...form.field('password')} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'login.sending' : 'login.submit')}
        </button>
        <PasskeyButton onEntered={(entered) => signIn(() => Promise.resolve(entered))} onFailure={setFailure} />
      </form>
      <OtherSitesSlot redirect={search.redirect} />
      <p>
        <Link to="/login2" search={search} onClick={keep}>
          {t('login.by_code')}
        </Link>{' '}
        ·{' '}
        <Link to="/getPasswd" onClick={keep}>
          {t('login.forgot')}
        </Link>
      </p>
      <p>
        {t('login.no_account')}
        <Gap />
        <Link to="/register" search={search}>
          {t('login.to_register')}
        </Link>
      </p>
      {site?.may_claim && (
        <p>
          <Link to="/claim">{t('login.to_claim')}</Link>
        </p>
      )}
    </EntryCard>
  )
}
