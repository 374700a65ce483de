import { inArray, sql } from 'drizzle-orm'
import { namedInAudit, type NameSource } from '../additions.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { articles } from '../articles/articles.table.ts'
import { coupons } from '../coupons/coupons.table.ts'
import type { Db } from '../db/client.ts'
import { files } from '../files/files.table.ts'
import { groups } from '../groups/groups.table.ts'
import { machines, nodes } from '../nodes/nodes.table.ts'
import { notices } from '../notices/notices.table.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { plans } from '../plans/plans.table.ts'
import { promotions } from '../promotions/promotions.table.ts'
import { redeemBatches, redeemTemplates } from '../redeem-codes/redeem-codes.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { tickets } from '../tickets/tickets.table.ts'

/** Tables with the names of each kind of thing. Kinds not listed, such as orders, are known by number. */
const SOURCES = new Map<string, NameSource>([
  ['member', { table: accounts, id: accounts.id, name: accounts.label }],
  ['staff', { table: accounts, id: accounts.id, name: accounts.label }],
  ['article', { table: articles, id: articles.id, name: sql`coalesce(${articles.titleEn}, ${articles.titleZh})` }],
  ['coupon', { table: coupons, id: coupons.id, name: coupons.name }],
  ['file', { table: files, id: files.id, name: files.name }],
  ['group', { table: groups, id: groups.id, name: groups.name }],
  ['machine', { table: machines, id: machines.id, name: machines.name }],
  ['node', { table: nodes, id: nodes.id, name: nodes.name }],
  ['notice', { table: notices, id: notices.id, name: notices.title }],
  ['payment_method', { table: paymentMethods, id: paymentMethods.id, name: paymentMethods.name }],
  ['plan', { table: plans, id: plans.id, name: plans.name }],
  ['promotion', { table: promotions, id: promotions.id, name: promotions.name }],
  ['redeem_batch', { table: redeemBatches, id: redeemBatches.id, name: redeemBatches.name }],
  ['redeem_template', { table: redeemTemplates, id: redeemTemplates.id, name: redeemTemplates.name }],
  ['staff_role', { table: staffRoles, id: staffRoles.id, name: staffRoles.name }],
  ['ticket', { table: tickets, id: tickets.id, name: tickets.subject }],
])

type Target = { entity: string; entityId: string }

/** Present names of the changed things, by row; null: nameless or gone. One query per kind of thing. */
export async function entityNames<Row extends Target>(db: Db, rows: Row[]): Promise<Map<Row, string | null>> {
  const kinds = Map.groupBy(
    rows.filter(({ entity, entityId }) => sourceOf(entity) && /^\d{1,15}$/.test(entityId)),
    ({ entity }) => entity,
  )
  const found = await Promise.all([...kinds].map(async ([entity, of]) => [entity, await namesOf(db, entity, of)] as const))
  const names = new Map(found)
  return new Map(rows.map((row) => [row, names.get(row.entity)?.get(row.entityId) ?? null]))
}

function sourceOf(entity: string): NameSource | undefined {
  return SOURCES.get(entity) ?? namedInAudit.all.find((one) => one.entity === entity)
}

async function namesOf(db: Db, entity: string, rows: Target[]): Promise<Map<string, string>> {
  const source = sourceOf(entity)
  if (!source) return new Map()
  const ids = [...new Set(rows.map(({ entityId }) => Number(entityId)))]
  const named = await db.select({ id: source.id, name: source.name }).from(source.table).where(inArray(source.id, ids))
  return new Map(named.flatMap(({ id, name }) => (typeof name === 'string' && name !== '' ? [[String(id), name] as const] : [])))
}
