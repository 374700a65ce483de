import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ReminderKind } from '@portico/contract/reminders'
import type { Database } from '../../db/client.ts'
import { serverSecret } from '../../db/server-secrets.ts'

export type Stopped = { accountId: number; kind: ReminderKind }

const MAC_BYTES = 24
const PARTS = /^(([1-9]\d{0,14})-([a-z]+))-([\w-]{32})$/
/** Stands in a link that stops automatic renewal, where other links name a kind of reminder. */
const RENEWAL = 'renewal'

/** Token of a link that stops one kind of mail for one member. Needs no session and does not expire. */
export async function stopToken(database: Database, { accountId, kind }: Stopped): Promise<string> {
  const body = `${accountId}-${kind}`
  return `${body}-${(await macOf(database, body)).toString('base64url')}`
}

/** Token of a link that turns off a member's automatic renewal. */
export async function stopRenewalToken(database: Database, accountId: number): Promise<string> {
  const body = `${accountId}-${RENEWAL}`
  return `${body}-${(await macOf(database, body)).toString('base64url')}`
}

/** The member's account. null: the token is not from us. */
export async function openStopRenewalToken(database: Database, token: string): Promise<number | null> {
  const [, body = '', id, kind, mac = ''] = PARTS.exec(token) ?? []
  return kind === RENEWAL && (await isOurs(database, body, mac)) ? Number(id) : null
}

/** Account and kind of reminder that a token stops; null: it is not ours. */
export async function openStopToken(database: Database, token: string): Promise<Stopped | null> {
  const [, body = '', id, kind, mac = ''] = PARTS.exec(token) ?? []
  const known = ReminderKind.safeParse(kind)
  if (!known.success) return null
  return (await isOurs(database, body, mac)) ? { accountId: Number(id), kind: known.data } : null
}

async function isOurs(database: Database, body: string, mac: string): Promise<boolean> {
  const [given, expected] = [Buffer.from(mac, 'base64url'), await macOf(database, body)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function macOf(database: Database, body: string): Promise<Buffer> {
  const key = await serverSecret(database, 'stop_reminders', () => randomBytes(32).toString('hex'))
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
}
