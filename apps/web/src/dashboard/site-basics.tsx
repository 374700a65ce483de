import { useMay } from '../api/may.ts'
import { useSite } from '../api/site.ts'
import { needPaths } from '../app/layout/needs.ts'
import { useT } from '../i18n.ts'
import { reachOf } from '../nodes/call-address.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './setup.module.css'

/** Whether only this machine can open the site: no member could. */
export function useIsLocal(): boolean {
  const site = useSite()
  return reachOf(site?.weburl || location.origin) === 'machine'
}

/** What every member sees and every price uses: easier to choose before the first plan than after it. */
export function SiteBasics() {
  const t = useT()
  const may = useMay()
  const site = useSite()
  const isLocal = useIsLocal()
  if (!site) return null
  const facts = [site.webtitle, site.currency, site.timezone, site.weburl || location.origin]
  return (
    <p className={styles['basics']}>
      <span>
        <strong>{t('setup.basics')}</strong> {facts.join(' · ')}
        {isLocal && <span className="caution"> {t('setup.local')}</span>}
      </span>
      {may('settings.write') && <PathLink to="/admin/setting">{t('setup.basics_change')}</PathLink>}
    </p>
  )
}

/** Mail can wait until something has to be sent. */
export function MailBasics() {
  const t = useT()
  return (
    <p className={styles['basics']}>
      <span>
        <strong>{t('setup.mail')}</strong> {t('setup.mail_text')}
      </span>
      <PathLink to={needPaths.mail_missing}>{t('setup.mail_set_up')}</PathLink>
    </p>
  )
}
