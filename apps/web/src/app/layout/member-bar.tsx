import { IconBell, IconDownload, IconHome, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { unreadMessages } from '../../api/unread-messages.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Count } from '../../ui/status-badge.tsx'
import { findEntry, MESSAGES_PATH, useMenu } from './menu.ts'
import { PhoneBar } from './phone-bar.tsx'

/** Path that marks all member pages without a place of their own in the bar. */
const ME = '/user/center'

const ENTRIES = [
  { path: '/dashboard', title: 'bar.home', Icon: IconHome },
  { path: '/user/plans', title: 'bar.plans', Icon: IconShoppingBag },
  { path: '/user/subscribe/index', title: 'bar.import', Icon: IconDownload, isGate: true },
  { path: MESSAGES_PATH, title: 'bar.messages', Icon: IconBell },
  { path: ME, title: 'bar.me', Icon: IconUser },
] as const

/** A member's main pages; the import is the way through. */
export function MemberBar() {
  const t = useT()
  const { pathname } = useLocation()
  const unread = useStore(unreadMessages)
  const here = findEntry(useMenu(), pathname)?.entry.path ?? pathname
  const isMine = here.startsWith('/user/') && !ENTRIES.some(({ path }) => path === here)
  const entries = ENTRIES.map((entry) => ({
    ...entry,
    title: t(entry.title),
    count: entry.path === MESSAGES_PATH && <Count n={unread} label={t('menu.unread', { n: unread })} />,
  }))
  return <PhoneBar entries={entries} current={isMine ? ME : here} />
}
