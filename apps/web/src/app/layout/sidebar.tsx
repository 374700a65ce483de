import type { Need } from '@portico/contract/overview-admin'
import { IconChevronRight, IconLogout, type IconProps } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { unreadMessages } from '../../api/unread-messages.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { type MessageKey, useT } from '../../i18n.ts'
import { Face } from '../../ui/face.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Count } from '../../ui/status-badge.tsx'
import { logOut } from '../log-out.ts'
import { settings } from '../settings.ts'
import { useStore } from '../../store.ts'
import { Brand } from './brand.tsx'
import { findEntry, type MenuEntry, type MenuGroup, MESSAGES_PATH, useMenu } from './menu.ts'
import { mayLeaveFor } from './menu-click.ts'
import { countNeeds, needsOf } from './needs.ts'
import styles from './sidebar.module.css'
import { closeOnMobile, onMobile, sidebarOpen } from './sidebar-state.ts'
import { useNeeds } from './use-needs.ts'

/** The side menu: full, or a rail of icons. On narrow screens it overlays the page. */
export function Sidebar() {
  const t = useT()
  const user = useWho()
  const menu = useMenu()
  const router = useRouter()
  const { pathname } = useLocation()
  const open = useStore(sidebarOpen)
  const mobile = useStore(onMobile)
  const { sidebarLogo } = useStore(settings)
  const at = findEntry(menu, pathname)
  const current = at?.entry
  const [opened, toggle] = useOpenGroup(at?.group.title ?? null)
  const needs = useNeeds().data?.items ?? []
  useEffect(closeOnMobile, [pathname])
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') closeOnMobile()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])

  return (
    <>
      {mobile && open && <button type="button" className={styles['shade']} aria-label={t('nav.close_menu')} onClick={closeOnMobile} />}
      <aside className={styles['sidebar']} data-open={open || undefined} inert={mobile && !open}>
        {sidebarLogo && (
          <div className={styles['logo']}>
            <Brand compact={!open} fallback={t('menu.system')} />
          </div>
        )}
        {open && !isAdmin(user) && (
          <div className={styles['hello']}>
            <Face name={user.name} picture={user.avatar} />
            <div>
              {t('menu.hello')} <strong>{user.name}</strong>
            </div>
          </div>
        )}
        <nav aria-label={t('menu.label')}>
          {menu.map((group) =>
            group.icon && group.title && open ? (
              <FoldingGroup
                key={group.title}
                group={group}
                icon={group.icon}
                title={group.title}
                current={current}
                needs={needs}
                open={group.title === opened}
                onToggle={() => toggle(group.title)}
              />
            ) : (
              <div key={group.title ?? ''} className={styles['group']}>
                {group.title && <p className={styles['title']}>{t(group.title)}</p>}
                {group.entries.map((entry) => (
                  <Entry key={entry.path} entry={entry} current={entry === current} open={open} needs={needs} />
                ))}
                {group.title === 'menu.finance' && (
                  <button type="button" title={open ? undefined : t('nav.log_out')} onClick={() => void logOut(router)}>
                    <IconLogout size={18} stroke={1.7} />
                    <span>{t('nav.log_out')}</span>
                  </button>
                )}
              </div>
            ),
          )}
        </nav>
      </aside>
    </>
  )
}

/**
 * The folding group that is open: the page's own until the operator opens another or closes it, and again after entering another group. One
 * at a time, so that all groups stay in sight in a window of 900 px.
 */
function useOpenGroup(own: MessageKey | null): [MessageKey | null, (title: MessageKey | null) => void] {
  const [chosen, setChosen] = useState<{ title: MessageKey | null; at: MessageKey | null } | null>(null)
  const opened = chosen?.at === own ? chosen.title : own
  return [opened, (title) => setChosen({ title: title === opened ? null : title, at: own })]
}

interface GroupProps {
  group: MenuGroup
  icon: ComponentType<IconProps>
  title: MessageKey
  current: MenuEntry | undefined
  needs: Need[]
  open: boolean
  onToggle: () => void
}

/** A group of the console. Folded, it shows how much waits on its pages. */
function FoldingGroup({ group, icon: Icon, title, current, needs, open, onToggle }: GroupProps) {
  const t = useT()
  const waiting = countNeeds(group.entries.flatMap((entry) => needsOf(needs, entry)))
  return (
    <div className={styles['group']} data-folds>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <Icon size={18} stroke={1.7} />
        <span>{t(title)}</span>
        {!open && <Count n={waiting} label={t('menu.waiting', { n: waiting })} />}
        <IconChevronRight size={16} className={styles['caret']} />
      </button>
      {open && (
        <div className={styles['sub']}>
          {group.entries.map((entry) => (
            <Entry key={entry.path} entry={entry} current={entry === current} open={open} needs={needs} isNested />
          ))}
        </div>
      )}
    </div>
  )
}

interface EntryProps {
  entry: MenuEntry
  current: boolean
  open: boolean
  needs: Need[]
  isNested?: boolean
}

function Entry({ entry, current, open, needs, isNested = false }: EntryProps) {
  const t = useT()
  const router = useRouter()
  const waiting = countNeeds(needsOf(needs, entry))
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
