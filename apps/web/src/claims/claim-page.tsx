import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { EntryCard } from '../accounts/entry-card.tsx'
import { useSite } from '../api/site.ts'
import { readToken } from '../api/session.ts'
import { addressText, useCode } from '../auth/use-code.ts'
import { loadMessages, useT } from '../i18n.ts'
import { Gap } from '../ui/gap.tsx'
import { ClaimForm } from './claim-form.tsx'
import { useLinkInHash } from './link-in-hash.ts'

export const Route = createFileRoute('/_public/claim')({
  // Whoever is signed in adds the account to theirs.
  beforeLoad: ({ location: { hash } }) => {
    if (readToken()) throw redirect({ to: '/user/accounts', hash, replace: true })
  },
  loader: () => loadMessages('entry'),
  component: ClaimPage,
  staticData: { title: 'title.claim' },
})

/** While the site's values are missing. The server decides in any case. */
const AT_FIRST = { register_with: 'email', verify_email: true, has_terms: false } as const

/** For members who came from a panel without addresses: with their subscription link, they get an address and a password. */
function ClaimPage() {
  const t = useT()
  const router = useRouter()
  const site = useSite() ?? AT_FIRST
  const link = useLinkInHash()
  const code = useCode('claim')
  return (
    <EntryCard title={t('title.claim')} text={code.sent ? t('register.sent', { address: addressText(code.sent.to) }) : t('claim.text')}>
      <ClaimForm
        // Drawn again when the values arrive, which is before anybody can type.
        key={site.register_with}
        site={site}
        code={code}
        link={link}
        onEntered={() => router.navigate({ to: '/dashboard', replace: true })}
      />
      <p>
        {t('register.has_account')}
        <Gap />
        <Link to="/login">{t('register.to_login')}</Link>
      </p>
    </EntryCard>
  )
}
