import {
  IconBell,
  IconBellCog,
  IconBook2,
  IconBuildingArch,
  IconChartBar,
  IconDevices,
  IconFileInvoice,
  IconGift,
  IconHome,
  IconLink,
  IconMessages,
  IconReceipt,
  IconServer,
  IconShoppingBag,
  IconSpeakerphone,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMay } from '../../api/may.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { createStore, useStore } from '../../store.ts'
import type { MenuEntry, MenuGroup } from './menu-group.ts'

export const MESSAGES_PATH = '/user/msg'

/** First what the specification names, in its order; the sidebar ends the finance group with logging out. */
export const memberMenu: MenuGroup[] = [
  {
    title: null,
    entries: [
      { path: '/user/center', title: 'title.center', icon: IconBuildingArch },
      { path: MESSAGES_PATH, title: 'title.msg', icon: IconBell },
    ],
  },
  {
    title: 'menu.finance',
    entries: [
      { path: '/user/plans', title: 'title.plans', icon: IconShoppingBag, covers: '/user/plan' },
      { path: '/user/cards', title: 'title.cards', icon: IconGift },
      { path: '/user/orders', title: 'title.orders', icon: IconReceipt, covers: '/order/' },
      { path: '/user/invites', title: 'title.invites', icon: IconSpeakerphone, covers: '/user/invite' },
    ],
  },
  {
    title: 'menu.service',
    entries: [
      { path: '/dashboard', title: 'title.dashboard', icon: IconHome },
      { path: '/user/subscribe/index', title: 'title.subscribe', icon: IconLink },
      { path: '/user/devices', title: 'title.devices', icon: IconDevices },
      { path: '/user/nodes', title: 'title.nodes', icon: IconServer },
      { path: '/user/traffics', title: 'title.traffics', icon: IconChartBar, covers: '/user/traffic' },
      { path: '/article/list', title: 'title.articles', icon: IconBook2, covers: '/article' },
      { path: '/user/tickets', title: 'title.tickets', icon: IconMessages, covers: '/user/ticket' },
    ],
  },
  {
    title: 'menu.account',
    entries: [
      { path: '/user/profile/index', title: 'title.profile', icon: IconUser },
      { path: '/user/topup', title: 'title.topup', icon: IconWallet },
      { path: '/user/invoices', title: 'title.invoices', icon: IconFileInvoice },
      { path: '/user/reminders', title: 'title.reminders', icon: IconBellCog },
    ],
  },
]

const consoleMenu = createStore<MenuGroup[]>([])

/** Loads the console's menu, with the frame of people who may see the console. */
export async function loadConsoleMenu(): Promise<void> {
  consoleMenu.set((await import('./console/console-menu.ts')).adminMenu)
}

/** The signed-in user's menu: only entries whose pages exist and are allowed. */
export function useMenu(): MenuGroup[] {
  const user = useWho()
  const ofConsole = useStore(consoleMenu)
  const mayDo = useMay()
  const { routesByPath } = useRouter()
  const opens = ({ path, needs }: MenuEntry): boolean => path in routesByPath && (needs === undefined || [needs].flat().some(mayDo))
  return (isAdmin(user) ? ofConsole : memberMenu)
    .map((group) => ({ ...group, entries: group.entries.filter(opens) }))
    .filter((group) => group.entries.length > 0)
}

/** The menu entry for an address. */
export function findEntry(menu: MenuGroup[], pathname: string): { group: MenuGroup; entry: MenuEntry } | undefined {
  const all = menu.flatMap((group) => group.entries.map((entry) => ({ group, entry })))
  return (
    all.find(({ entry }) => entry.path === pathname) ??
    all.find(({ entry }) => entry.covers !== undefined && pathname.includes(entry.covers)) ??
    all.find(({ entry }) => pathname.startsWith(`${entry.path}/`))
  )
}
