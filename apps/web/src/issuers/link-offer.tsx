import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { ApiError } from '../api/call.ts'
import { readToken } from '../api/session.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { keepOffer, linkKept, type Offer } from './finish-sign-in.ts'

/** Offer to link: an account has the same address, so its owner signs in first. */
export function LinkOffer({ offer, site, onDone }: { offer: Offer; site: string; onDone: (href: string) => void }) {
  const t = useT()
  const [failure, setFailure] = useState('')
  const [sending, setSending] = useState(false)
  useEffect(() => keepOffer(offer), [offer])
  const link = async (): Promise<void> => {
    setSending(true)
    try {
      const done = await linkKept(offer)
      showToast({ kind: 'success', message: t('oauth.connected') })
      if (done.state === 'done') onDone(done.href)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <EntryCard title={t('oauth.link_title')} text={t('oauth.link_text', { email: offer.email ?? '', site })}>
      <FormFailure message={failure} />
      {readToken() ? (
        <button type="button" className={buttonClass('primary', 'large', 'wide')} disabled={sending} onClick={() => void link()}>
          {t('oauth.link', { site })}
        </button>
      ) : (
        <Link to="/login" search={{ redirect: '/auth-redirect' }} className={buttonClass('primary', 'large', 'wide')}>
          {t('oauth.to_login')}
        </Link>
      )}
    </EntryCard>
  )
}
