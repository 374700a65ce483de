import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EntryCard } from '../accounts/entry-card.tsx'
import { useSite } from '../api/site.ts'
import { SecondStep } from '../factors/second-step.tsx'
import { loadMessages, useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { type Arrival, enterLate, finishSignIn } from './finish-sign-in.ts'
import { LinkOffer } from './link-offer.tsx'
import { RegisterOffer } from './register-offer.tsx'

export const Route = createFileRoute('/_public/auth-redirect')({
  loader: () => Promise.all([loadMessages('issuers'), loadMessages('second'), loadMessages('entry')]),
  component: AuthRedirectPage,
  staticData: { title: 'title.login' },
})

/** Page to which another site sends the browser back. */
function AuthRedirectPage() {
  const t = useT()
  const router = useRouter()
  const sites = useSite()?.sign_in_sites ?? []
  const [arrival, setArrival] = useState<Arrival | null>(null)
  useEffect(() => void finishSignIn().then(setArrival), [])
  const go = (href: string): void => void router.navigate({ href, replace: true })
  const nameOf = (id: string): string => sites.find((site) => site.id === id)?.label ?? t('oauth.the_site')
  const isDone = arrival?.state === 'done'
  useEffect(() => {
    if (arrival?.state !== 'done') return
    if (arrival.linked) showToast({ kind: 'success', message: t('oauth.connected') })
    void router.navigate({ href: arrival.href, replace: true })
  }, [arrival, router, t])
  if (!arrival || isDone) return <EntryCard title={t('oauth.checking')} text={t('oauth.checking_text')} />
  switch (arrival.state) {
    case 'register':
      return <RegisterOffer offer={arrival.offer} site={nameOf(arrival.offer.provider)} onDone={go} />
    case 'link':
      return <LinkOffer offer={arrival.offer} site={nameOf(arrival.offer.provider)} onDone={go} />
    case 'second_factor':
      return (
        <SecondStep
          token={arrival.token}
          onEntered={async (entered) => setArrival(await enterLate(entered, arrival.redirect))}
          onBack={() => go('/login')}
        />
      )
    case 'failed':
      return (
        <EntryCard title={t('oauth.failed_title')} text={arrival.message}>
          <Link to="/login" className={buttonClass('primary', 'large', 'wide')}>
            {t('oauth.to_login')}
          </Link>
        </EntryCard>
      )
  }
}
