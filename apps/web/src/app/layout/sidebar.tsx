import { IconLogout } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isAdmin, useWho } from '../../api/who.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { logOut } from '../log-out.ts'
import { settings } from '../settings.ts'
import { useStore } from '../../store.ts'
import { Brand } from './brand.tsx'
import { findEntry, type MenuEntry, useMenu } from './menu.ts'
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
  const current = findEntry(menu, pathname)?.entry
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
          <p className={styles['hello']}>
            {t('menu.hello')} <strong>{user.name}</strong>
          </p>
        )}
        <nav aria-label={t('menu.label')}>
          {menu.map((group) => (
            <div key={group.title ?? ''} className={styles['group']}>
              {group.title && <p>{t(group.title)}</p>}
              {group.entries.map((entry) => (
                <Entry key={entry.path} entry={entry} current={entry === current} open={open} />
              ))}
            </div>
          ))}
          <div className={styles['group']}>
            <button type="button" title={open ? undefined : t('nav.log_out')} onClick={() => void logOut(router)}>
              <IconLogout size={20} stroke={1.7} />
              <span>{t('nav.log_out')}</span>
            </button>
          </div>
        </nav>
      </aside>
    </>
  )
}

function Entry({ entry, current, open }: { entry: MenuEntry; current: boolean; open: boolean }) {
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
      <entry.icon size={20} stroke={1.7} />
      <span>{t(entry.title)}</span>
    </PathLink>
  )
}
