import { useMediaQuery } from '@mantine/hooks'
import { IconHome, IconKey, IconListCheck, IconLogout, IconMenu2, IconPalette, IconUsers } from '@tabler/icons-react'
import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useSite } from '../../api/site.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { language, switchLanguage, useT } from '../../i18n.ts'
import { logOut } from '../log-out.ts'
import { changeSettings, scheme } from '../settings.ts'
import { useStore } from '../../store.ts'
import { Face } from '../../ui/face.tsx'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { iconButton } from '../../ui/plain/icon-button.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../ui/plain/menu.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Bell } from './bell.tsx'
import { Brand } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { findEntry, useMenu } from './menu.ts'
import styles from './navbar.module.css'
import { SchemeSwitch } from './scheme-switch.tsx'
import { settingsOpen } from './settings-panel.tsx'
import { sidebarOpen, toggleSidebar } from './sidebar-state.ts'

/** Height of the bar on a phone, in pixels. */
const BAR = 52

/** The bar above every page: the current location and site-wide controls. `hasPlace` false: the page alone says where one is. */
export function Navbar({ hasPlace }: { hasPlace: boolean }) {
  const t = useT()
  const open = useStore(sidebarOpen)
  const user = useWho()
  const isPhone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false }) ?? false
  const isSaid = useHeadingInSight(isPhone)
  return (
    <header className={styles['navbar']}>
      <button type="button" className={iconButton} aria-label={t('menu.toggle')} aria-expanded={open} onClick={toggleSidebar}>
        <IconMenu2 size={20} stroke={1.7} />
      </button>
      {hasPlace && !isSaid ? (
        <Breadcrumb />
      ) : (
        <div className={styles['brand']}>
          <Brand fallback={t('menu.system')} />
        </div>
      )}
      <div className={styles['tools']}>
        <PaletteButton />
        {hasPlace && !isAdmin(user) && <Bell />}
        {!isPhone && <SchemeSwitch />}
        {!isPhone && <LanguageSwitch />}
        <AccountMenu isPhone={isPhone} />
      </div>
    </header>
  )
}

/** Whether the page's heading shows the location; on a phone, until it scrolls under the bar. */
function useHeadingInSight(isPhone: boolean): boolean {
  const { pathname } = useLocation()
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    if (!isPhone) return
    const look = (): void => {
      const heading = document.querySelector('#main h1')
      setInSight(!heading || heading.getBoundingClientRect().bottom > BAR)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [isPhone, pathname])
  return isPhone && isInSight
}

function Breadcrumb() {
  const t = useT()
  const { pathname } = useLocation()
  const found = findEntry(useMenu(), pathname)
  const own = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const titles = [found?.group.title, found?.entry.title, own].filter((title) => title != null)
  const steps = [...new Set(titles.map((title) => t(title)))]
  return (
    <nav className={styles['breadcrumb']} aria-label={t('navbar.breadcrumb')}>
      <ol>
        {steps.map((step, i) => (
          <li key={step} aria-current={i === steps.length - 1 ? 'page' : undefined}>
            {step}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Permissions to make what the first sale needs. */
const SETUP = ['plans.write', 'payments.write', 'nodes.write', 'members.write'] as const

/** Account menu. On a phone it also has the wider bar's controls. */
function AccountMenu({ isPhone }: { isPhone: boolean }) {
  const t = useT()
  const isDark = useStore(scheme) === 'dark'
  const other = useStore(language) === 'en' ? 'zh-CN' : 'en'
  const user = useWho()
  const router = useRouter()
  const may = useMay()
  const mayClaim = useSite()?.may_claim ?? false
  const profile = '/user/profile/index'
  return (
    <Menu
      label={`${t('navbar.account')}: ${user.name}`}
      face={<Face name={user.name} picture={user.avatar} />}
      className={styles['account'] ?? ''}
      width={220}
      onHover
    >
      <MenuLabel>{user.email ?? user.phone ?? user.name}</MenuLabel>
      <MenuItem icon={<IconHome size={17} />} onClick={() => void router.navigate({ to: '/index' })}>
        {t('navbar.site')}
      </MenuItem>
      {profile in router.routesByPath && (
        <MenuItem icon={<IconKey size={17} />} onClick={() => void router.navigate({ href: `${profile}#password` })}>
          {t('navbar.change_password')}
        </MenuItem>
      )}
      {!isAdmin(user) && (user.has_linked || mayClaim) && (
        <MenuItem icon={<IconUsers size={17} />} onClick={() => void router.navigate({ to: '/user/accounts' })}>
          {t('title.accounts')}
        </MenuItem>
      )}
      {isPhone && (
        <>
          <MenuItem
            icon={<PlainIcon name={isDark ? 'sun' : 'moon'} size={17} />}
            onClick={() => changeSettings({ scheme: isDark ? 'light' : 'dark' })}
          >
            {t(isDark ? 'nav.light' : 'nav.dark')}
          </MenuItem>
          <MenuItem icon={<PlainIcon name="globe" size={17} />} onClick={() => void switchLanguage(other)}>
            <span lang={other}>{other === 'en' ? 'English' : '中文'}</span>
          </MenuItem>
        </>
      )}
      <MenuItem icon={<IconPalette size={17} />} onClick={() => settingsOpen.set(true)}>
        {t('navbar.settings')}
      </MenuItem>
      {SETUP.some(may) && (
        <MenuItem icon={<IconListCheck size={17} />} onClick={() => void router.navigate({ href: '/dashboard?view=setup' })}>
          {t('navbar.setup')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<IconLogout size={17} />} onClick={() => void logOut(router)}>
        {t('nav.log_out')}
      </MenuItem>
    </Menu>
  )
}
