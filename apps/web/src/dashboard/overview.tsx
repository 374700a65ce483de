import { useMenu } from '../app/layout/menu.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './overview.module.css'

/** For operators: links to the console pages they may open. */
export function Overview() {
  const t = useT()
  const entries = useMenu()
    .flatMap((group) => group.entries)
    .filter((entry) => entry.path.startsWith('/admin/'))
  return (
    <Card title={t('overview.title')}>
      <p className="intro">{t('overview.text')}</p>
      <ul className={styles['shortcuts']}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <PathLink to={entry.path}>
              <entry.icon size={22} stroke={1.6} />
              {t(entry.title)}
            </PathLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
