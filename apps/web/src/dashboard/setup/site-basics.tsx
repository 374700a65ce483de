import { adminListArticles } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useSite } from '../../api/site.ts'
import { needPaths } from '../../app/layout/needs.ts'
import { useMakeStarters } from '../../articles/use-make-starters.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { TextButton } from '../../ui/plain/text-button.tsx'
import { closeGaps } from '../../ui/format/close-gaps.ts'
import styles from './setup.module.css'

/** The site's title, currency and time zone, with a link to change them: that is easier before the first plan. */
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

/** Members look for help there first. Only on a site without articles. */
export function GuideBasics() {
  const t = useT()
  const make = useMakeStarters()
  return (
    <p className={styles['basics']} role="status">
      <span>
        <strong>{t('setup.guides')}</strong> {t(make.isPending ? 'starters.working' : 'setup.guides_text')}
      </span>
      <TextButton disabled={make.isPending} onClick={() => make.mutate(true)}>
        {t('starters.publish')}
      </TextButton>
    </p>
  )
}

/** Whether the site has no articles and this member of staff may write some. */
export function useLacksGuides(): boolean {
  const may = useMay()('content.write')
  const { data } = useQuery({ ...get(adminListArticles, { query: { page_size: 1 } }, { background: true }), enabled: may })
  return may && data?.total === 0
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
