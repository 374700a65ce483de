import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { newCycle, usedOfCycle } from './carry-over.ts'
import { subscriptions, usageResets } from './subscriptions.table.ts'

/** Billed bytes of one report that a member was charged for. */
export type ChargedUsage = { accountId: number; batchId: number; up: number; down: number }
type ResetRow = typeof usageResets.$inferSelect
type Counters = Record<'up' | 'down' | 'usedBefore' | 'transferEnable' | 'extraBytes', number>
/** By how much counters are too high. */
type Off = Counters

/**
 * Takes back charged bytes, so that the counters are as if they had never been charged. Bytes from before a reset of the counters change
 * what that reset left: of the bytes that carry over, and of those that count as used.
 */
export async function takeBackUsage(tx: Tx, charged: ChargedUsage[]): Promise<void> {
  const byAccount = Map.groupBy(charged, ({ accountId }) => accountId)
  const ids = [...byAccount.keys()].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  // Otherwise the reset trigger would record this.
  await tx.execute(sql`select set_config('portico.undoing', 'on', true)`)
  const rows = await tx.select().from(subscriptions).where(idIn(ids)).orderBy(asc(subscriptions.accountId)).for('update')
  const resets = Map.groupBy(await resetsSince(tx, charged, ids), ({ accountId }) => accountId)
  const set: ({ id: number } & Counters)[] = []
  for (const row of rows) {
    const off = await correctResets(tx, byAccount.get(row.accountId) ?? [], resets.get(row.accountId) ?? [])
    set.push({ id: row.accountId, ...minus(row, off) })
  }
  const column = (part: keyof (typeof set)[number]) => sql`${`{${set.map((one) => one[part]).join(',')}}`}::bigint[]`
  await tx.execute(sql`
    update ${subscriptions} s
    set up = t.up, down = t.down, used_before = t.used_before, transfer_enable = t.transfer_enable, extra_bytes = t.extra_bytes
    from unnest(${column('id')}, ${column('up')}, ${column('down')}, ${column('usedBefore')}, ${column('transferEnable')}, ${column('extraBytes')})
      as t (id, up, down, used_before, transfer_enable, extra_bytes)
    where s.account_id = t.id`)
  await tx.execute(sql`select set_config('portico.undoing', 'off', true)`)
}

/** Deletes resets from before any report that can still be undone. */
export async function dropOldResets(tx: Tx, before: Date): Promise<void> {
  await tx.execute(sql`delete from ${usageResets} where at < ${before}`)
}

async function resetsSince(tx: Tx, charged: ChargedUsage[], ids: number[]): Promise<ResetRow[]> {
  const first = charged.reduce((least, { batchId }) => Math.min(least, batchId), Infinity)
  const theirs = sql`${usageResets.accountId} = any(${sql.param(ids)}::bigint[]) and ${usageResets.lastBatchId} >= ${first}`
  return tx.select().from(usageResets).where(theirs).orderBy(asc(usageResets.id))
}

/** Corrects resets in order. Returns how far today's counters are off. */
async function correctResets(tx: Tx, charged: ChargedUsage[], resets: ResetRow[]): Promise<Off> {
  let off: Off = { up: 0, down: 0, usedBefore: 0, transferEnable: 0, extraBytes: 0 }
  let left = charged
  for (const reset of resets) {
    off = adding(
      off,
      left.filter(({ batchId }) => batchId <= reset.lastBatchId),
    )
    left = left.filter(({ batchId }) => batchId > reset.lastBatchId)
    const [was, became] = [before(reset), after(reset)]
    const should = minus(was, off)
    const becomes = resetAgain(was, became, should)
    await tx.update(usageResets).set(toColumns(should, becomes)).where(eq(usageResets.id, reset.id))
    off = minus(became, becomes)
  }
  return adding(off, left)
}

/** A reset repeated on corrected counters, with or without taking excess usage from bytes that carry over. */
function resetAgain(was: Counters, became: Counters, should: Counters): Counters {
  const tookRest = became.extraBytes === newCycle(was).extraBytes
  const more = (tookRest ? newCycle(should).extraBytes - became.extraBytes : should.extraBytes - was.extraBytes) || 0
  // A reset within a cycle remembers what had been used of it; by hand, it stays as it is.
  const ofCycle = (one: Counters): number => one.usedBefore + usedOfCycle(one)
  const remembered = became.usedBefore === ofCycle(was) ? ofCycle(should) : Math.min(became.usedBefore, should.usedBefore)
  return {
    up: became.up,
    down: became.down,
    usedBefore: remembered,
    transferEnable: became.transferEnable + more,
    extraBytes: became.extraBytes + more,
  }
}

function before(row: ResetRow): Counters {
  const { upBefore: up, downBefore: down, usedBeforeBefore: usedBefore, transferBefore, extraBefore } = row
  return { up, down, usedBefore, transferEnable: transferBefore, extraBytes: extraBefore }
}

function after(row: ResetRow): Counters {
  const { upAfter: up, downAfter: down, usedBeforeAfter: usedBefore, transferAfter, extraAfter } = row
  return { up, down, usedBefore, transferEnable: transferAfter, extraBytes: extraAfter }
}

function toColumns(was: Counters, became: Counters): Partial<ResetRow> {
  return {
    upBefore: was.up,
    downBefore: was.down,
    usedBeforeBefore: was.usedBefore,
    transferBefore: was.transferEnable,
    extraBefore: was.extraBytes,
    upAfter: became.up,
    downAfter: became.down,
    usedBeforeAfter: became.usedBefore,
    transferAfter: became.transferEnable,
    extraAfter: became.extraBytes,
  }
}

function adding(off: Off, charged: ChargedUsage[]): Off {
  const sum = (part: 'up' | 'down'): number => charged.reduce((total, one) => total + one[part], 0)
  return { ...off, up: off.up + sum('up'), down: off.down + sum('down') }
}

/** Counters never fall below zero: an operator may have set them back by hand. */
function minus(counters: Counters, off: Off): Counters {
  return {
    up: Math.max(0, counters.up - off.up),
    down: Math.max(0, counters.down - off.down),
    usedBefore: Math.max(0, counters.usedBefore - off.usedBefore),
    transferEnable: counters.transferEnable - off.transferEnable,
    extraBytes: counters.extraBytes - off.extraBytes,
  }
}

const idIn = (ids: number[]) => inArray(subscriptions.accountId, ids)
