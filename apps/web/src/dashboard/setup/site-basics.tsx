import { useMay } from '../../api/may.ts'
import { useSite } from '../../api/site.ts'
import { needPaths } from '../../app/layout/needs.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { closeGaps } from '../../ui/format/close-gaps.ts'
import styles from './setup.module.css'

/** What every member sees and every price uses: easier to choose before the first plan than after it. */
export function SiteBasics() {
  const t = useT()
  const may = useMay()
  const site = useSite()
  if (!site) return null
  const facts = [site.webtitle, site.currency, site.timezone]
  return (
    <p className={styles['basics']}>
      <span>
        <strong>{closeGaps(`${t('setup.basics')} `)}</strong>
        {facts.join(' · ')}
      </span>
      {may('settings.write') && <PathLink to="/admin/setting">{t('setup.basics_change')}</PathLink>}
    </p>
  )
}

/** Mail can wait until something has to be sent. */
export function MailBasics() {
  const t = useT()
  const may = useMay()
  return (
    <p className={styles['basics']}>
      <span>
        <strong>{t('setup.mail')}</strong> {t('setup.mail_text')}
      </span>
      <PathLink to={may('settings.security') ? '/admin/setting?group=mail' : needPaths.mail_missing}>{t('setup.mail_set_up')}</PathLink>
    </p>
  )
}
