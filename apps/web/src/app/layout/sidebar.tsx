import { IconChevronRight, IconLogout, type IconProps } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { isAdmin, useWho } from '../../api/who.ts'
import { type MessageKey, useT } from '../../i18n.ts'
import { Face } from '../../ui/face.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { logOut } from '../log-out.ts'
import { settings } from '../settings.ts'
import { useStore } from '../../store.ts'
import { Brand } from './brand.tsx'
import { findEntry, type MenuEntry, type MenuGroup, useMenu } from './menu.ts'
import { mayLeaveFor } from './menu-click.ts'
import styles from './sidebar.module.css'
import { closeOnMobile, onMobile, sidebarOpen } from './sidebar-state.ts'

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
                open={group.title === opened}
                onToggle={() => toggle(group.title)}
              />
            ) : (
              <div key={group.title ?? ''} className={styles['group']}>
                {group.title && <p className={styles['title']}>{t(group.title)}</p>}
                {group.entries.map((entry) => (
                  <Entry key={entry.path} entry={entry} current={entry === current} open={open} />
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
  open: boolean
  onToggle: () => void
}

/** A group of the console. */
function FoldingGroup({ group, icon: Icon, title, current, open, onToggle }: GroupProps) {
  const t = useT()
  return (
    <div className={styles['group']} data-folds>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <Icon size={18} stroke={1.7} />
        <span>{t(title)}</span>
        <IconChevronRight size={16} className={styles['caret']} />
      </button>
      {open && (
        <div className={styles['sub']}>
          {group.entries.map((entry) => (
            <Entry key={entry.path} entry={entry} current={entry === current} open={open} isNested />
          ))}
        </div>
      )}
    </div>
  )
}

function Entry({ entry, current, open, isNested = false }: { entry: MenuEntry; current: boolean; open: boolean; isNested?: boolean }) {
  const t = useT()
  const router = useRouter()
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
    </PathLink>
  )
}
