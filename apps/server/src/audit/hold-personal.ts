import { inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { identities } from '../identities/identities.table.ts'
import { auditPersonal } from './audit-personal.table.ts'

/**
 * E-mail addresses, and phone numbers as they are stored. None has a sign that JSON would write in another way. Each is tried once, from
 * its first sign: in a long text without addresses, every further sign would be looked at again.
 */
const ADDRESS = /(?<![^\s"<>(),;:@{}\\])[^\s"<>(),;:@{}\\]+@[^\s"<>(),;:@{}\\]+\.[^\s"<>(),;:@{}\\]+|\+[1-9]\d{6,14}(?!\d)/g

type Written = { before: unknown; after: unknown; reason: string | null; ip: string | null; device: string | null }
/** `memberId`: owner of the addresses, for rows about one account. `actorId`: the acting member; null: staff or no person. */
type Whose = { memberId: number | null; actorId: number | null }

/**
 * The row with addresses replaced by numbers; the SQL function `with_personal` reverses it. Stores the texts apart, so that they can be
 * deleted.
 */
export async function holdPersonal<Row extends Written>(tx: Tx, row: Row, { memberId, actorId }: Whose): Promise<Row> {
  const texts = [JSON.stringify(row.before), JSON.stringify(row.after), row.reason ?? '']
  const addresses = [...new Set(texts.flatMap((text) => text.match(ADDRESS) ?? []))]
  const holders = memberId === null ? await holdersOf(tx, addresses) : new Map<string, number>()
  const named = addresses.map((text) => ({ accountId: memberId ?? holders.get(text.toLowerCase()) ?? null, text }))
  const origin = actorId === null ? [] : [row.ip, row.device].filter((text) => text !== null)
  const marks = await store(tx, [...named, ...origin.map((text) => ({ accountId: actorId, text }))])
  const numbered = (text: string): string => text.replace(ADDRESS, (address) => marks.get(address) ?? address)
  const json = (side: unknown): unknown => (side === null ? null : (JSON.parse(numbered(JSON.stringify(side))) as unknown))
  const whole = (text: string | null): string | null => (text === null || actorId === null ? text : (marks.get(text) ?? text))
  const { before, after, reason, ip, device } = row
  return { ...row, before: json(before), after: json(after), reason: reason && numbered(reason), ip: whole(ip), device: whole(device) }
}

/** Deletes the account's present and former addresses from the log. */
export async function forgetInAudit(tx: Tx, accountId: number, addresses: string[]): Promise<void> {
  const lower = addresses.map((text) => text.toLowerCase())
  const named = lower.length > 0 ? inArray(sql`lower(${auditPersonal.text})`, lower) : undefined
  await tx
    .update(auditPersonal)
    .set({ text: null })
    .where(or(sql`${auditPersonal.accountId} = ${accountId}`, named))
}

async function holdersOf(tx: Tx, addresses: string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const keys = addresses.map((text) => text.toLowerCase())
  const rows = await tx
    .select({ subject: identities.subject, accountId: identities.accountId })
    .from(identities)
    .where(inArray(identities.subject, keys))
  return new Map(rows.map(({ subject, accountId }) => [subject, accountId]))
}

async function store(tx: Tx, given: { accountId: number | null; text: string }[]): Promise<Map<string, string>> {
  if (given.length === 0) return new Map()
  const rows = await tx.insert(auditPersonal).values(given).returning({ id: auditPersonal.id, text: auditPersonal.text })
  return new Map(rows.map(({ id, text }) => [text ?? '', `{person:${id}}`]))
}
