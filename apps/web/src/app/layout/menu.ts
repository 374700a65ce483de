import type { Permission } from '@portico/contract/permissions'
import {
  IconBell,
  IconBellCog,
  IconBook2,
  IconBuildingArch,
  IconCashBanknote,
  IconChartBar,
  IconCreditCard,
  IconDeviceMobileCog,
  IconDiscount,
  IconFileCode,
  IconFileInvoice,
  IconFiles,
  IconDeviceGamepad2,
  IconGift,
  IconGiftCard,
  IconHistory,
  IconHome,
  type IconProps,
  IconLink,
  IconListCheck,
  IconListTree,
  IconMail,
  IconMessages,
  IconPackage,
  IconPhoto,
  IconPuzzle,
  IconReceipt,
  IconServer,
  IconSettings,
  IconShieldHalf,
  IconShoppingBag,
  IconSortAscending,
  IconSpeakerphone,
  IconStack2,
  IconTags,
  IconTemplate,
  IconUser,
  IconUserPlus,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconVersions,
  IconWallet,
  IconWorldWww,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMay } from '../../api/may.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import type { MessageKey } from '../../i18n.ts'

export interface MenuEntry {
  path: string
  title: MessageKey
  icon: ComponentType<IconProps>
  /** Addresses that contain this text belong to the entry. */
  covers?: string
  /** The permission needed to see the entry and open its page. One from a list is enough. */
  needs?: Permission | Permission[]
}
export interface MenuGroup {
  title: MessageKey | null
  /** With an icon the group folds. */
  icon?: ComponentType<IconProps>
  entries: MenuEntry[]
}

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
      { path: '/user/orders', title: 'title.orders', icon: IconReceipt, covers: '/user/order' },
      { path: '/user/invites', title: 'title.invites', icon: IconSpeakerphone, covers: '/user/invite' },
    ],
  },
  {
    title: 'menu.service',
    entries: [
      { path: '/dashboard', title: 'title.dashboard', icon: IconHome },
      { path: '/user/subscribe/index', title: 'title.subscribe', icon: IconLink },
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

const SETTINGS: Permission[] = ['settings.read', 'settings.write', 'settings.money', 'settings.security', 'content.write', 'nodes.write']

export const adminMenu: MenuGroup[] = [
  {
    title: null,
    entries: [
      { path: '/dashboard', title: 'title.dashboard', icon: IconHome },
      { path: '/user/center', title: 'title.center', icon: IconBuildingArch },
    ],
  },
  {
    title: 'menu.admin_settings',
    icon: IconSettings,
    entries: [
      { path: '/admin/setting', title: 'title.setting', icon: IconSettings, needs: SETTINGS },
      { path: '/admin/messages', title: 'title.messages', icon: IconMail, needs: ['members.read', 'content.write', 'settings.read'] },
      { path: '/admin/payment', title: 'title.payment', icon: IconCreditCard, needs: 'payments.read' },
      { path: '/admin/appversion', title: 'title.appversion', icon: IconVersions, needs: 'clients.read' },
    ],
  },
  {
    title: 'menu.admin_server',
    icon: IconServer,
    entries: [
      { path: '/admin/server/manage', title: 'title.server_manage', icon: IconServer, needs: 'nodes.read' },
      { path: '/admin/server/group', title: 'title.server_group', icon: IconUsersGroup, needs: 'plans.read' },
      { path: '/admin/pac', title: 'title.pac', icon: IconWorldWww, needs: 'clients.read' },
      { path: '/admin/extension', title: 'title.extension', icon: IconPuzzle, needs: 'clients.read' },
      { path: '/admin/client_conf', title: 'title.client_conf', icon: IconDeviceMobileCog, needs: 'clients.read' },
      { path: '/admin/clash', title: 'title.clash', icon: IconTemplate, needs: 'clients.read' },
      { path: '/admin/ios_conf', title: 'title.ios_conf', icon: IconFileCode, needs: 'clients.read' },
      { path: '/admin/pac2', title: 'title.pac2', icon: IconShieldHalf, needs: 'clients.read' },
    ],
  },
  {
    title: 'menu.admin_finance',
    icon: IconWallet,
    entries: [
      { path: '/admin/plan_manage', title: 'title.plan_manage', icon: IconPackage, needs: 'plans.read' },
      { path: '/admin/order', title: 'title.admin_orders', icon: IconReceipt, needs: 'orders.read' },
      { path: '/admin/reconciliation', title: 'title.reconciliation', icon: IconListCheck, needs: 'money.read' },
      { path: '/admin/ledger', title: 'title.ledger', icon: IconBook2, needs: 'money.read' },
      { path: '/admin/invoices', title: 'title.admin_invoices', icon: IconFileInvoice, needs: 'money.read' },
      { path: '/admin/tixian', title: 'title.tixian', icon: IconCashBanknote, needs: 'money.read' },
      { path: '/admin/invite_code', title: 'title.invite_code', icon: IconUserPlus, needs: 'coupons.read' },
      { path: '/admin/vipcard', title: 'title.vipcard', icon: IconGiftCard, needs: 'codes.read' },
      { path: '/admin/coupon', title: 'title.coupon', icon: IconDiscount, needs: 'coupons.read' },
    ],
  },
  {
    title: 'menu.admin_user',
    icon: IconUsers,
    entries: [
      { path: '/admin/user', title: 'title.users', icon: IconUsers, needs: 'members.read' },
      { path: '/admin/ticket', title: 'title.admin_tickets', icon: IconMessages, needs: 'tickets.read' },
      { path: '/admin/staff', title: 'title.staff', icon: IconUserShield, needs: 'staff.read' },
    ],
  },
  {
    title: 'menu.admin_article',
    icon: IconBook2,
    entries: [
      { path: '/admin/content/files', title: 'title.content_files', icon: IconPhoto, needs: 'content.write' },
      { path: '/admin/content/categories', title: 'title.categories', icon: IconListTree, needs: 'content.write' },
      { path: '/admin/content/tags', title: 'title.tags', icon: IconTags, needs: 'content.write' },
      {
        path: '/admin/content/contentlist',
        title: 'title.contentlist',
        icon: IconFiles,
        covers: '/admin/content/contentcreate',
        needs: 'content.write',
      },
      { path: '/admin/article/list', title: 'title.article_order', icon: IconSortAscending, needs: 'content.write' },
    ],
  },
  {
    title: 'menu.admin_more',
    icon: IconStack2,
    entries: [
      { path: '/admin/notice', title: 'title.notices', icon: IconSpeakerphone, needs: 'content.write' },
      { path: '/admin/games', title: 'title.games', icon: IconDeviceGamepad2, needs: 'content.write' },
      { path: '/admin/traffic', title: 'title.traffic', icon: IconChartBar, needs: 'traffic.read' },
      { path: '/admin/log', title: 'title.log', icon: IconHistory, needs: 'log.read' },
    ],
  },
]

/** The signed-in user's menu: only entries whose pages exist and are allowed. */
export function useMenu(): MenuGroup[] {
  const user = useWho()
  const mayDo = useMay()
  const { routesByPath } = useRouter()
  const opens = ({ path, needs }: MenuEntry): boolean => path in routesByPath && (needs === undefined || [needs].flat().some(mayDo))
  return (isAdmin(user) ? adminMenu : memberMenu)
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
