import { IOS_TEMPLATES } from '@portico/contract/formats'
import type { Need, NeedKind } from '@portico/contract/overview-admin'
import type { MenuEntry } from './menu-group.ts'

/** The page on which each need is settled. */
export const needPaths: Record<NeedKind, string> = {
  proxy_untrusted: '/admin/setting',
  proxy_unreadable: '/admin/setting',
  role_narrowed: '/admin/staff',
  backup_failed: '/admin/backups',
  commits_wait: '/admin/log?tab=jobs',
  bot_refused: '/admin/setting?group=bot',
  nodes_down: '/admin/server/manage',
  reports_strange: '/admin/server/manage?tab=reports',
  reports_held: '/admin/server/manage?tab=reports',
  tickets_waiting: '/admin/ticket',
  orders_in_review: '/admin/order?status=review',
  payments_to_confirm: '/admin/order?status=proof_sent',
  receipts_unclear: '/admin/reconciliation',
  disputes: '/admin/reconciliation?tab=disputes',
  reversals: '/admin/reconciliation?tab=reversals',
  statement_lines: '/admin/reconciliation?tab=statements&line=unmatched',
  withdrawals_to_approve: '/admin/tixian?status=requested',
  withdrawals_to_pay: '/admin/tixian?status=approved',
  ledger_faults: '/admin/ledger',
  jobs_failed: '/admin/log?tab=jobs',
  jobs_restarted: '/admin/log?tab=jobs',
  mail_missing: '/admin/messages',
  texts_unsafe: '/admin/messages?tab=texts',
  templates_unsafe: '/admin/clash',
  notifications_refused: '/admin/log?tab=notifications',
  staff_gains: '/admin/log?kind=staff',
  version_newer: '/admin/setting?group=updates',
}

/** Page where a need is settled; templates are on one of four, by format. */
export function pathOf({ kind, names: [format] }: Need): string {
  if (kind !== 'templates_unsafe' || format === undefined) return needPaths[kind]
  if (format === 'pac') return '/admin/pac'
  if (format === 'youth') return '/admin/pac2'
  return `/admin/${IOS_TEMPLATES.some((one) => one === format) ? 'ios_conf' : 'clash'}?format=${format}`
}

/** Number of waiting things. Forged notifications may come in thousands, so they count once. */
export function countNeeds(needs: Need[]): number {
  return needs.reduce((sum, { kind, count }) => sum + (kind === 'notifications_refused' ? 1 : count), 0)
}

/** Needs that are settled on an entry's page. */
export function needsOf(needs: Need[], { path }: Pick<MenuEntry, 'path'>): Need[] {
  return needs.filter((need) => pathOf(need).split('?')[0] === path)
}
