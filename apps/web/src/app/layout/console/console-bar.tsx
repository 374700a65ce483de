import { IconHome, IconMenu2, IconMessages, IconReceipt, IconUsers } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { Count } from '../../../ui/status-badge.tsx'
import { findEntry, useMenu } from '../menu.ts'
import { countNeeds, needsOf } from '../needs.ts'
import { PhoneBar } from '../phone-bar.tsx'
import { sidebarOpen, toggleSidebar } from '../sidebar-state.ts'
import { useNeeds } from '../use-needs.ts'

const ENTRIES = [
  { path: '/dashboard', title: 'bar.home', Icon: IconHome },
  { path: '/admin/user', title: 'menu.admin_user', Icon: IconUsers },
  { path: '/admin/order', title: 'bar.orders', Icon: IconReceipt },
  { path: '/admin/ticket', title: 'title.admin_tickets', Icon: IconMessages },
] as const

/** The pages that staff open most, as far as they may, and the menu with the others. */
export function ConsoleBar() {
  const t = useT()
  const { pathname } = useLocation()
  const menu = useMenu()
  const open = useStore(sidebarOpen)
  const needs = useNeeds().data?.items ?? []
  const allowed = ENTRIES.filter(({ path }) => menu.some(({ entries }) => entries.some((entry) => entry.path === path)))
  const entries = allowed.map((entry) => {
    const waiting = countNeeds(needsOf(needs, entry))
    return { ...entry, title: t(entry.title), count: <Count n={waiting} label={t('menu.waiting', { n: waiting })} /> }
  })
  return (
    <PhoneBar entries={entries} current={findEntry(menu, pathname)?.entry.path}>
      <button type="button" aria-expanded={open} onClick={toggleSidebar}>
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
        {t('menu.label')}
      </button>
    </PhoneBar>
  )
}
