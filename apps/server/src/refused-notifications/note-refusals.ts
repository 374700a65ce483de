import type { RefusalReason } from '@portico/contract/refused-notifications-admin'
import { sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import { type Beyond, createCappedLog } from '../capped-log.ts'
import type { Db } from '../db/client.ts'
import { refusedNotifications } from './refused-notifications.table.ts'
import { safeBody } from './safe-body.ts'
import { service } from '../service.ts'

export type Refusal = {
  reason: Exclude<RefusalReason, 'more'>
  detail?: string | undefined
  methodId: number | null
  driver: string
  ip: string
  network: string
  /** Number read by the driver; absent: it is searched for in the notification. */
  number?: string | null | undefined
  query: URLSearchParams
  rawBody: Buffer
}
export type Refusals = {
  /** Queues the refusal and returns at once. Of the body, only parts without secrets are kept. */
  note: (refusal: Refusal) => void
  /** Stores what is queued; resolves when stored. */
  flush: () => Promise<void>
}
type Row = typeof refusedNotifications.$inferInsert

export const refusalLog = service(createRefusals, ({ flush }) => flush())

/** Records refused payment notifications; during a flood from one network, only how many there were. */
function createRefusals({ database: { db }, now, log }: App): Refusals {
  const onError = (error: unknown): void => log.error({ err: error }, 'refused payment notifications could not be stored')
  const { note, flush } = createCappedLog<Row>({ store: (...given) => store(db, ...given), now, onError })
  return { note: (refusal) => note(`network ${refusal.network}`, (at) => toRow(refusal, at)), flush }
}

async function store(db: Db, rows: Row[], beyond: Beyond[]): Promise<void> {
  if (rows.length > 0) await db.insert(refusedNotifications).values(rows)
  if (beyond.length === 0) return
  await db
    .insert(refusedNotifications)
    .values(beyond.map(toCount))
    .onConflictDoUpdate({ target: refusedNotifications.counted, set: { times: sql`${refusedNotifications.times} + excluded.times` } })
}

function toRow({ query, rawBody, number, detail, driver, ...refusal }: Refusal, at: Date): Row {
  const cut = safeBody(query, rawBody)
  const named = number?.slice(0, 64) ?? cut.number
  return { ...refusal, at, detail: detail?.slice(0, 200) ?? null, driver: driver.slice(0, 20), number: named, body: cut.body }
}

function toCount({ key, minute, at, times }: Beyond): Row {
  return { at, reason: 'more', network: key.split(' ')[1] ?? null, times, counted: `${minute} ${key}` }
}
