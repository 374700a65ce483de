import { useRouter } from '@tanstack/react-router'
import { unreadMessages } from '../../api/unread-messages.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Count } from '../../ui/status-badge.tsx'
import { MESSAGES_PATH } from './menu.ts'
import type { MenuEntry } from './menu-group.ts'
import { mayLeaveFor } from './menu-click.ts'

interface LinkProps {
  entry: MenuEntry
  current: boolean
  open: boolean
  /** Number of things that wait on the page. */
  waiting?: number
  isNested?: boolean
}

/** An entry of the side menu. */
export function MenuLink({ entry, current, open, waiting = 0, isNested = false }: LinkProps) {
  const t = useT()
  const router = useRouter()
  const unread = useStore(unreadMessages)
  return (
    <PathLink
      to={entry.path}
      aria-current={current ? 'page' : undefined}
      title={open ? undefined : t(entry.title)}
      onClick={(event) => {
        if (!mayLeaveFor(router, entry.path)) event.preventDefault()
      }}
    >
      {!isNested && <entry.icon size={18} stroke={1.7} />}
      <span>{t(entry.title)}</span>
      {entry.path === MESSAGES_PATH ? (
        <Count n={unread} label={t('menu.unread', { n: unread })} />
      ) : (
        <Count n={waiting} label={t('menu.waiting', { n: waiting })} />
      )}
    </PathLink>
  )
}
