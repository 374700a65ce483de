import { useMenu } from '../app/layout/menu.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './greeting.module.css'

/** Greeting for staff without figures, with their pages. */
export function Greeting() {
  const t = useT()
  const { name } = useWho()
  const pages = useMenu()
    .flatMap((group) => group.entries)
    .filter((entry) => entry.path.startsWith('/admin/'))
  return (
    <>
      <PageHeader title={t('dashboard.hello', { name })} />
      <ul className={styles['pages']}>
        {pages.map((page) => (
          <li key={page.path}>
            <PathLink to={page.path}>
              <page.icon size={18} stroke={1.7} />
              {t(page.title)}
            </PathLink>
          </li>
        ))}
      </ul>
    </>
  )
}
