import { IconDownload, IconHome, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import styles from './member-bar.module.css'
import { findEntry, useMenu } from './menu.ts'

const ENTRIES = [
  { path: '/dashboard', title: 'bar.home', Icon: IconHome },
  { path: '/user/plans', title: 'bar.plans', Icon: IconShoppingBag },
  { path: '/user/subscribe/index', title: 'bar.import', Icon: IconDownload },
  { path: '/user/center', title: 'bar.me', Icon: IconUser },
] as const

/** A member's main pages at the bottom of a phone; the import is the way through. A page with a bar of its own replaces it. */
export function MemberBar() {
  const t = useT()
  const { pathname } = useLocation()
  const current = findEntry(useMenu(), pathname)?.entry.path
  return (
    <nav className={styles['bar']} aria-label={t('bar.label')}>
      {ENTRIES.map(({ path, title, Icon }) => (
        <PathLink key={path} to={path} aria-current={path === current ? 'page' : undefined} data-gate={title === 'bar.import' || undefined}>
          <span>
            <Icon size={22} stroke={1.7} aria-hidden />
          </span>
          {t(title)}
        </PathLink>
      ))}
    </nav>
  )
}
