import { registerBySite } from '@portico/contract/issuers'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { startSession } from '../api/who.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { TermsField, termsSchema } from '../auth/terms-field.tsx'
import { useT } from '../i18n.ts'
import { Gap } from '../ui/gap.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import type { Offer } from './finish-sign-in.ts'
import styles from './issuers.module.css'
import { SiteIcon } from './site-icon.tsx'

/** A new account for somebody another site has named. */
export function RegisterOffer({ offer, site, onDone }: { offer: Offer; site: string; onDone: (href: string) => void }) {
  const t = useT()
  const { token, provider, email, name, redirect } = offer
  // While the site's values are missing, the server says what is needed.
  const hasTerms = useSite()?.has_terms ?? false
  const form = usePlainForm(
    z.object({ invite_code: z.string(), terms: termsSchema(hasTerms) }),
    { invite_code: offer.invite_code, terms: '' },
    async ({ invite_code, terms }) => {
      startSession(await call(registerBySite, { body: { token, invite_code, terms: terms !== '' } }))
      onDone(safeRedirect(redirect) ?? '/dashboard')
    },
  )
  return (
    <EntryCard title={t('oauth.register_title')} text={t('oauth.register_text', { site })}>
      <div className={styles['person']}>
        <SiteIcon site={provider} size={24} />
        <span>
          <strong>{name}</strong>
          <small>{email === null ? t('oauth.no_email', { site }) : t('oauth.verified_by', { site })}</small>
        </span>
      </div>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <Field
          label={t('register.invite_code')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          {...form.field('invite_code')}
        />
        {hasTerms && <TermsField form={form} />}
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'register.sending' : 'register.submit')}
        </button>
      </form>
      <p>
        {t('register.has_account')}
        <Gap />
        <Link to="/login" search={{ redirect: '/user/profile/index' }}>
          {t('oauth.connect_later', { site })}
        </Link>
      </p>
    </EntryCard>
  )
}
