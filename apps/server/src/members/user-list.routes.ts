import { toDecimal } from '@portico/contract/money'
import * as contract from '@portico/contract/accounts-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { networkIn } from '../http/client-address.ts'
import { toCsv } from '../http/csv.ts'
import { type Router, serve } from '../http/router.ts'
import { withoutSecrets } from './find-by.ts'
import { type ListedUser, listUsers, listWholeUsers } from './list-users.ts'
import { toUser } from './user-wire.ts'

const EXPORT_ROWS = 10_000
const COLUMNS = [
  'id',
  'email',
  'phone',
  'plan',
  'expires_at',
  'quota_bytes',
  'used_bytes',
  'currency',
  'balance',
  'suspended',
  'created_at',
]

/** The list of members. Bound before `/admin/users/:id`, which would match the export as an id. */
export function userListRoutes(router: Router, app: App): void {
  const { db } = app.database
  const at = () => ({ now: app.now(), currency: app.settings()['site.currency'] })

  serve(router, app, contract.adminListUsers, async ({ caller, origin, query }) => {
    const { page, page_size, sort, q, ...filter } = query
    const found = await listUsers(db, caller, { ...filter, asked: q ? { q, network: networkIn(q) } : undefined }, query, at())
    return { items: found.items.map((row) => toListed(row, at().currency, origin.language)), total: found.total, page, page_size }
  })

  serve(router, app, contract.adminExportUsers, async ({ caller, query }) => {
    const { q, ...filter } = query
    const asked = q ? { q, network: networkIn(q) } : undefined
    const rows = await listWholeUsers(db, caller, { ...filter, asked }, EXPORT_ROWS, at())
    const noted = { ...filter, ...(q && { q: withoutSecrets(q) }) }
    await recordExport(app.database, caller, { entity: 'member', rows: rows.length, filter: noted }, app.now())
    return { csv: toCsv(COLUMNS, rows.map(toLine(at().currency))), rows: rows.length }
  })
}

function toListed(row: ListedUser, currency: string, language: Language): contract.ListedUser {
  return { ...toUser(row, currency, language), found_by: row.foundBy }
}

const toLine =
  (currency: string) =>
  ({ account, subscription, plan, balance }: ListedUser): (string | number)[] => [
    account.id,
    account.email ?? '',
    account.phone ?? '',
    plan?.name ?? '',
    subscription.expiresAt?.toISOString() ?? '',
    subscription.transferEnable,
    subscription.up + subscription.down,
    currency,
    toDecimal(balance ?? 0, currency),
    account.bannedAt?.toISOString() ?? '',
    account.createdAt.toISOString(),
  ]
