import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconHome, IconKey, IconListCheck, IconLogout, IconMenu2, IconPalette } from '@tabler/icons-react'
import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useMay } from '../../api/may.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { useT } from '../../i18n.ts'
import { logOut } from '../log-out.ts'
import { useStore } from '../../store.ts'
import { Face } from '../../ui/face.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Bell } from './bell.tsx'
import { Brand } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { findEntry, useMenu } from './menu.ts'
import styles from './navbar.module.css'
import { SchemeSwitch } from './scheme-switch.tsx'
import { settingsOpen } from './settings-panel.tsx'
import { sidebarOpen, toggleSidebar } from './sidebar-state.ts'

/** The bar above every page: the current location and site-wide controls. `hasPlace` false: the page alone says where one is. */
export function Navbar({ hasPlace }: { hasPlace: boolean }) {
  const t = useT()
  const open = useStore(sidebarOpen)
  const user = useWho()
  return (
    <header className={styles['navbar']}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('menu.toggle')} aria-expanded={open} onClick={toggleSidebar}>
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      {hasPlace ? (
        <Breadcrumb />
      ) : (
        <div className={styles['brand']}>
          <Brand fallback={t('menu.system')} />
        </div>
      )}
      <div className={styles['tools']}>
        <PaletteButton />
        {hasPlace && !isAdmin(user) && <Bell />}
        <SchemeSwitch />
        <LanguageSwitch />
        <AccountMenu />
      </div>
    </header>
  )
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

/** Those who make what the first sale needs. */
const SETUP = ['plans.write', 'payments.write', 'nodes.write', 'members.write'] as const

function AccountMenu() {
  const t = useT()
  const user = useWho()
  const router = useRouter()
  const may = useMay()
  const profile = '/user/profile/index'
  const [opened, setOpened] = useState(false)
  // A drawer that closes uncovers the button under a pointer at rest. Nobody asked for the menu then.
  const asked = useRef(false)
  return (
    <Menu
      trigger="click-hover"
      openDelay={11}
      closeDelay={150}
      position="bottom-end"
      width={220}
      opened={opened}
      onChange={(next) => setOpened(next && asked.current)}
    >
      <Menu.Target>
        <UnstyledButton
          className={styles['account']}
          aria-label={`${t('navbar.account')}: ${user.name}`}
          onMouseEnter={() => (asked.current = false)}
          // Entering itself has no movement; the move that follows it does.
          onMouseMove={({ movementX, movementY }) => (asked.current ||= movementX !== 0 || movementY !== 0)}
          onClick={() => (asked.current = true)}
        >
          <Face name={user.name} picture={user.avatar} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles['name']}>{user.email ?? user.phone ?? user.name}</Menu.Label>
        <Menu.Item leftSection={<IconHome size={17} />} onClick={() => void router.navigate({ to: '/index' })}>
          {t('navbar.site')}
        </Menu.Item>
        {profile in router.routesByPath && (
          <Menu.Item leftSection={<IconKey size={17} />} onClick={() => void router.navigate({ href: profile })}>
            {t('navbar.change_password')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPalette size={17} />} onClick={() => settingsOpen.set(true)}>
          {t('navbar.settings')}
        </Menu.Item>
        {SETUP.some(may) && (
          <Menu.Item leftSection={<IconListCheck size={17} />} onClick={() => void router.navigate({ href: '/dashboard?view=setup' })}>
            {t('navbar.setup')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} />} onClick={() => void logOut(router)}>
          {t('nav.log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
