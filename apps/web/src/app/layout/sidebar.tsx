import { IconLogout } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isAdmin, useWho } from '../../api/who.ts'
import { useT } from '../../i18n.ts'
import { Face } from '../../ui/face.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { logOut } from '../log-out.ts'
import { settings } from '../settings.ts'
import { useStore } from '../../store.ts'
import { Brand } from './brand.tsx'
import { findEntry, useMenu } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './sidebar.module.css'
import { closeOnMobile, onMobile, sidebarOpen } from './sidebar-state.ts'

// Members have none.
const ConsoleGroups = lazyPart(async () => (await import('./console/console-groups.tsx')).ConsoleGroups)

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
  const isStaff = isAdmin(user)
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
      <aside className={styles['sidebar']} aria-label={t('menu.label')} data-open={open || undefined} inert={mobile && !open}>
        {sidebarLogo && (
          <div className={styles['logo']}>
            <Brand compact={!open} fallback={t('menu.system')} />
          </div>
        )}
        {open && !isStaff && (
          <div className={styles['hello']}>
            <Face name={user.name} picture={user.avatar} />
            <div>
              {t('menu.hello')} <strong>{user.name}</strong>
            </div>
          </div>
        )}
        <nav aria-label={t('menu.label')}>
          {isStaff ? (
            <Suspense>
              <ConsoleGroups menu={menu} at={at} open={open} />
            </Suspense>
          ) : (
            menu.map((group) => (
              <div key={group.title ?? ''} className={styles['group']}>
                {group.title && <p className={styles['title']}>{t(group.title)}</p>}
                {group.entries.map((entry) => (
                  <MenuLink key={entry.path} entry={entry} current={entry === at?.entry} open={open} />
                ))}
                {group.title === 'menu.finance' && (
                  <button type="button" title={open ? undefined : t('nav.log_out')} onClick={() => void logOut(router)}>
                    <IconLogout size={18} stroke={1.7} />
                    <span>{t('nav.log_out')}</span>
                  </button>
                )}
              </div>
            ))
          )}
        </nav>
      </aside>
    </>
  )
}
