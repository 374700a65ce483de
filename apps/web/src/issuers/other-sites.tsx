import type { SiteId } from '@portico/contract/sign-in-sites'
import { useState } from 'react'
import { ApiError } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { goToSite } from './go-to-site.ts'
import styles from './issuers.module.css'
import { SiteIcon } from './site-icon.tsx'

/** One button for each other site that is ready. */
export function OtherSites({ redirect, invite }: { redirect?: string | undefined; invite?: string | undefined }) {
  const t = useT()
  const sites = useSite()?.sign_in_sites ?? []
  const [going, setGoing] = useState<SiteId | null>(null)
  const go = async (id: SiteId): Promise<void> => {
    setGoing(id)
    try {
      await goToSite(id, { redirect: safeRedirect(redirect) ?? undefined, invite })
    } catch (error) {
      // The call has shown a message.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setGoing(null)
    }
  }
  return (
    <div className={styles['sites']}>
      <p className={styles['or']}>{t('oauth.or')}</p>
      {sites.map(({ id, label }) => (
        <button key={id} type="button" className={buttonClass('outline', 'wide')} disabled={going !== null} onClick={() => void go(id)}>
          <SiteIcon site={id} />
          {t(going === id ? 'oauth.going' : 'oauth.continue', { site: label })}
        </button>
      ))}
    </div>
  )
}
