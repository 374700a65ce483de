import type { Cell } from '../http/downloads/csv.ts'
import * as contract from '@portico/contract/accounts-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { networkIn } from '../http/client-address.ts'
import { mapParts } from '../db/whole-list.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { toPage } from '../to-wire.ts'
import { withoutSecrets } from './find-by.ts'
import { type ListedUser, listUsers, type UserRow, wholeUsers } from './list-users.ts'
import { toUserFilter } from './user-filter.ts'
import { toUser } from './user-wire.ts'

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
  const filterOf = (asked: Parameters<typeof toUserFilter>[0]) =>
    toUserFilter(asked, app.settings()['site.timezone'], { networkIn, readOld: app.readOld })
  const at = () => ({ now: app.now(), currency: app.settings()['site.currency'] })

  serve(router, app, contract.adminListUsers, async ({ caller, origin, query }) => {
    const { page, page_size, sort, ...filter } = query
    const found = await listUsers(db, caller, filterOf(filter), query, at())
    return toPage(found, query, (row) => toListed(row, at().currency, origin.language))
  })

  serveCsv(router, app, contract.adminExportUsers, async (tx, { caller, query }) => {
    const { q, ...rest } = query
    const { rows, parts } = await wholeUsers(tx, caller, filterOf(query), at())
    const filter = { ...rest, ...(q && { q: withoutSecrets(q) }) }
    const note = () => recordExport(app.database, caller, { entity: 'member', rows, filter }, app.now())
    return { columns: COLUMNS, rows, lines: mapParts(parts, (found) => found.map(toLine(at().currency))), note }
  })
}

function toListed(row: ListedUser, currency: string, language: Language): contract.ListedUser {
  return { ...toUser(row, currency, language), found_by: row.foundBy }
}

const toLine =
  (currency: string) =>
  ({ account, subscription, plan, balance }: UserRow): Cell[] => [
    account.id,
    account.email,
    account.phone,
    plan?.name,
    subscription.expiresAt,
    subscription.transferEnable,
    subscription.up + subscription.down,
    currency,
    { amount: balance ?? 0, currency },
    account.bannedAt,
    account.createdAt,
  ]
