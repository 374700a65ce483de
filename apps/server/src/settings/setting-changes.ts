import { isSecret, isSettingKey, schemas, type SettingKey } from '@portico/contract/settings/registry'
import type { Settings } from '@portico/contract/settings-admin'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { auditLog } from '../audit/audit.table.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { AppError, foundRow } from '../errors.ts'
import { checkPermissions, storeSettings } from './save-settings.ts'

type Values = Record<string, unknown>
export type Change = { id: number; at: Date; action: string; email: string | null; before: Values; after: Values }

const RESTORE = 'settings.restore'
const isOurs = and(eq(auditLog.entity, 'settings'), inArray(auditLog.action, ['settings.save', RESTORE]))

/** Changes of one setting or of all, newest first. `after` has the keys a change touched. */
export async function listChanges(db: Db, key: SettingKey | undefined, paging: Paging): Promise<Page<Change>> {
  const { id, at, action, before, after } = auditLog
  const found = db
    .select({ id, at, action, email: accounts.label, before, after })
    .from(auditLog)
    .leftJoin(accounts, eq(accounts.id, auditLog.actorId))
    .where(and(isOurs, key === undefined ? undefined : sql`${auditLog.after} ? ${key}`))
    .$dynamic()
  const { items, ...count } = await readPage(db, found, [desc(id)], paging)
  return { items: items.map((row) => ({ ...row, before: toValues(row.before), after: toValues(row.after) })), ...count }
}

export function isRestore({ action }: Change): boolean {
  return action === RESTORE
}

type Wanted = { id: number; key: SettingKey | undefined }

/**
 * Restores the values from before a change: of one setting, or of all except secrets. Throws `not_found` if there is no such change, and
 * `input.invalid` with the settings that the actor may not change, or whose old value is no longer valid.
 */
export async function restoreSettings(database: Database, by: Actor, wanted: Wanted, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const former = await formerValues(tx, wanted)
    const { fitting, others } = sorted(former)
    if (others.length > 0) {
      throw new AppError('input.invalid', { fields: Object.fromEntries(others.map((key) => [key, 'setting.not_restorable'])) })
    }
    checkPermissions(
      by.permissions,
      fitting.map(([key]) => key),
    )
    // Each value was checked by the schema of its key.
    const change = Object.fromEntries(fitting) as Partial<Settings>
    await storeSettings(tx, database.secrets, by, { action: RESTORE, change }, now)
  })
}

async function formerValues(tx: Tx, { id, key }: Wanted): Promise<Values> {
  const row = foundRow(
    await tx
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(isOurs, eq(auditLog.id, id))),
  )
  const before = toValues(row.before)
  const touched = Object.keys(toValues(row.after))
  if (key !== undefined) {
    if (!touched.includes(key)) throw new AppError('not_found')
    return { [key]: before[key] }
  }
  return Object.fromEntries(touched.filter((each) => !isSettingKey(each) || !isSecret(each)).map((each) => [each, before[each]]))
}

function sorted(former: Values): { fitting: [SettingKey, unknown][]; others: string[] } {
  const fitting: [SettingKey, unknown][] = []
  const others: string[] = []
  for (const [key, value] of Object.entries(former)) {
    if (isSettingKey(key) && !isSecret(key) && schemas[key].safeParse(value).success) fitting.push([key, value])
    else others.push(key)
  }
  return { fitting, others }
}

/** Written by `storeSettings`, as an object of values by key. */
function toValues(stored: unknown): Values {
  return (stored ?? {}) as Values
}
