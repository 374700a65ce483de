import type { AuditEntry } from '@portico/contract/audit-admin'
import type { Permission } from '@portico/contract/permissions'
import { useMay } from '../api/may.ts'
import { PathLink } from '../ui/path-link.tsx'
import { entityText } from './act-text.ts'
import styles from './audit.module.css'

type Page = readonly [path: string, needs: Permission]

/** The page that shows an entity. A path ending in `=` or `/` takes the entity's id. */
const PAGES: Record<string, Page> = {
  member: ['/admin/user/', 'members.read'],
  order: ['/admin/order?order=', 'orders.read'],
  withdrawal: ['/admin/tixian?withdrawal=', 'money.read'],
  node: ['/admin/server/manage', 'nodes.read'],
  machine: ['/admin/server/manage?tab=machines', 'nodes.read'],
  outage: ['/admin/server/manage?tab=outages', 'nodes.read'],
  group: ['/admin/server/group', 'plans.read'],
  plan: ['/admin/plan_manage', 'plans.read'],
  coupon: ['/admin/coupon', 'coupons.read'],
  coupon_batch: ['/admin/coupon', 'coupons.read'],
  promotion: ['/admin/coupon?tab=promotions', 'coupons.read'],
  invite_code: ['/admin/invite_code', 'coupons.read'],
  redeem_template: ['/admin/vipcard', 'codes.read'],
  redeem_batch: ['/admin/vipcard?tab=batches', 'codes.read'],
  redeem_code: ['/admin/vipcard?tab=codes', 'codes.read'],
  payment_method: ['/admin/payment', 'payments.read'],
  commission: ['/admin/tixian?tab=commissions', 'money.read'],
  receipt: ['/admin/reconciliation', 'money.read'],
  dispute: ['/admin/reconciliation?tab=disputes', 'money.read'],
  reversal: ['/admin/reconciliation?tab=reversals', 'money.read'],
  statement: ['/admin/reconciliation?tab=statements', 'money.read'],
  statement_line: ['/admin/reconciliation?tab=statements', 'money.read'],
  ticket: ['/admin/ticket?ticket=', 'tickets.read'],
  canned_reply: ['/admin/ticket?tab=canned', 'tickets.read'],
  client_rule: ['/admin/client_rules', 'clients.read'],
  ledger: ['/admin/ledger', 'money.read'],
  gateway_entry: ['/admin/month', 'money.read'],
  month: ['/admin/month', 'money.read'],
  invoice: ['/admin/invoices', 'money.read'],
  invoice_buyer: ['/admin/user/', 'members.read'],
  settings: ['/admin/setting', 'settings.read'],
  release: ['/admin/appversion', 'clients.read'],
  staff_role: ['/admin/staff', 'staff.read'],
  staff_invitation: ['/admin/staff', 'staff.read'],
  article: ['/admin/content/contentcreate/', 'content.write'],
  article_category: ['/admin/content/categories', 'content.write'],
  article_tag: ['/admin/content/tags', 'content.write'],
  file: ['/admin/content/files', 'content.write'],
  file_folder: ['/admin/content/files', 'content.write'],
  job: ['/admin/log?tab=jobs', 'log.read'],
  message: ['/admin/messages', 'members.read'],
  message_text: ['/admin/messages?tab=texts', 'content.write'],
}

/**
 * The entity an action changed, by its name if it has one. It links to the entity's page if there is one, the operator may open it and it
 * is not `plain`.
 */
export function EntityLink({ entry, plain = false }: { entry: AuditEntry; plain?: boolean }) {
  const may = useMay()
  const { entity, entity_id: id, entity_name: called } = entry
  const [path, needs] = Object.hasOwn(PAGES, entity) ? (PAGES[entity] ?? []) : []
  const name = (
    <>
      <span className={styles['kind']}>{entityText(entity)}</span>
      {called !== null ? called : id !== '' && <code className={styles['id']}>{id}</code>}
    </>
  )
  if (plain || path === undefined || needs === undefined || !may(needs)) return <span className="breaks">{name}</span>
  return (
    <PathLink className="breaks" to={/[=/]$/.test(path) ? `${path}${encodeURIComponent(id)}` : path}>
      {name}
    </PathLink>
  )
}
