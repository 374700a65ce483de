import { IconBell } from '@tabler/icons-react'
import { unreadMessages } from '../../api/unread-messages.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { iconButton } from '../../ui/plain/icon-button.ts'
import { Count } from '../../ui/status-badge.tsx'
import styles from './bell.module.css'
import { MESSAGES_PATH } from './menu.ts'

/** The way to the message centre, with the number of unread messages. */
export function Bell() {
  const t = useT()
  const unread = useStore(unreadMessages)
  const label = unread === 0 ? t('bell.none') : t('bell.unread', { n: unread })
  return (
    <PathLink to={MESSAGES_PATH} aria-label={label} title={label} className={`${iconButton} ${styles['bell']}`}>
      <IconBell size={20} stroke={1.7} />
      <Count n={unread} label="" />
    </PathLink>
  )
}
