import { IconBell, IconDownload, IconHome, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { unreadMessages } from '../../api/unread-messages.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Count } from '../../ui/status-badge.tsx'
import styles from './member-bar.module.css'
import { findEntry, MESSAGES_PATH, useMenu } from './menu.ts'

/** Stands for every page of the member that has no place of its own in the bar. */
const ME = '/user/center'

const ENTRIES = [
  { path: '/dashboard', title: 'bar.home', Icon: IconHome },
  { path: '/user/plans', title: 'bar.plans', Icon: IconShoppingBag },
  { path: '/user/subscribe/index', title: 'bar.import', Icon: IconDownload },
  { path: MESSAGES_PATH, title: 'bar.messages', Icon: IconBell },
  { path: ME, title: 'bar.me', Icon: IconUser },
] as const

/** A member's main pages at the bottom of a phone; the import is the way through. A page with a bar of its own replaces it. */
export function MemberBar() {
  const t = useT()
  const { pathname } = useLocation()
  const unread = useStore(unreadMessages)
  const here = findEntry(useMenu(), pathname)?.entry.path ?? pathname
  const isMine = here.startsWith('/user/') && !ENTRIES.some(({ path }) => path === here)
  const current = isMine ? ME : here
  return (
    <nav className={styles['bar']} aria-label={t('bar.label')}>
      {ENTRIES.map(({ path, title, Icon }) => (
        <PathLink key={path} to={path} aria-current={path === current ? 'page' : undefined} data-gate={title === 'bar.import' || undefined}>
          <span>
            <Icon size={22} stroke={1.7} aria-hidden />
          </span>
          {t(title)}
          {path === MESSAGES_PATH && <Count n={unread} label={t('menu.unread', { n: unread })} />}
        </PathLink>
      ))}
    </nav>
  )
}
