import { createFileRoute, Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSite } from '../api/site.ts'
import { requireGuest } from '../app/guard/to-login.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { RegisterForm } from '../auth/register-form.tsx'
import { addressText, useCode } from '../auth/use-code.ts'
import { inviteCode } from '../app/invite-code.ts'
import { useStore } from '../store.ts'
import { loadMessages, useT } from '../i18n.ts'
import { loadOtherSites, OtherSitesSlot } from '../issuers/other-sites-slot.tsx'
import { Gap } from '../ui/gap.tsx'
import { EntryCard } from './entry-card.tsx'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

// Lazy: only visitors who chose a plan need it, and the form does not wait for it.
const ChosenPlan = lazyPart(async () => {
  const [plan] = await Promise.all([import('../plans/chosen-plan.tsx'), loadMessages('prices')])
  return plan.ChosenPlan
})

export const Route = createFileRoute('/_public/register')({
  beforeLoad: requireGuest,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  loader: () => Promise.all([loadMessages('entry'), loadOtherSites()]),
  component: RegisterPage,
  staticData: { title: 'title.register' },
})

/** While the site's values are missing: as a site is at first. The server decides in any case. */
const AT_FIRST = { registration_open: true, register_with: 'email', verify_email: false, has_terms: false } as const

function RegisterPage() {
  const t = useT()
  const router = useRouter()
  const search = useSearch({ from: '/_public/register' })
  const site = useSite()
  const invite = useStore(inviteCode)
  const code = useCode('register')
  const rules = site ?? AT_FIRST
  const text = code.sent
    ? t('register.sent', { address: addressText(code.sent.to) })
    : t(rules.registration_open ? `register.text_${rules.register_with}` : 'register.closed')
  return (
    <EntryCard title={t('register.title')} text={text}>
      <Suspense>{search.redirect?.startsWith('/user/plan/') && <ChosenPlan path={search.redirect} />}</Suspense>
      {rules.registration_open && (
        // Drawn again when the values arrive, which is before anybody can type.
        <RegisterForm
          key={rules.register_with}
          site={rules}
          code={code}
          onEntered={() => router.navigate({ href: safeRedirect(search.redirect) ?? '/dashboard', replace: true })}
        />
      )}
      {rules.registration_open && !code.sent && <OtherSitesSlot redirect={search.redirect} invite={invite} />}
      <p>
        {t('register.has_account')}
        <Gap />
        <Link to="/login" search={search}>
          {t('register.to_login')}
        </Link>
      </p>
    </EntryCard>
  )
}
