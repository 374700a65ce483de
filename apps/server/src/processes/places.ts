import { writtenRow } from '../db/written-row.ts'
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Tx } from '../db/client.ts'
import { places, processes } from './processes.table.ts'

const BEAT_MS = 2000
/** Seconds of silence after which a process counts as dead, and its places as free. */
const DEAD_SECONDS = 6
/** Seconds after which dead rows are deleted; late, so that a slow process keeps its connections. */
const GONE_SECONDS = 60

/** Gives a place back. May be called twice. */
export type Release = () => void
export type Places = {
  /** Takes one of a holder's `most` places; null if all are taken. Calls `end` if the place is lost. */
  take: (holder: string, most: number, end: () => void) => Promise<Release | null>
  /** Always takes a place. Beyond `most`, the oldest places are lost, in any process. */
  push: (holder: string, most: number, end: () => void) => Promise<Release>
  /** Ends the connection that lost place `id`; null, after missed notifications: all that lost theirs. */
  lost: (id: number | null) => Promise<void>
  /** Gives back all places: the process is stopping. */
  close: () => Promise<void>
}

const livesSql = sql`exists (select from ${processes} p where p.id = ${places.processId}
  and p.seen_at > now() - make_interval(secs => ${DEAD_SECONDS}))`

/** Counts open connections over all processes. While this process holds any, it sends a heartbeat every two seconds. */
export function createPlaces(database: Database, log: Logger): Places {
  const processId = randomUUID()
  const held = new Map<number, () => void>()
  const leaving: number[] = []
  let beating: NodeJS.Timeout | undefined
  let started: Promise<void> | undefined

  /** The heartbeat. If the row of this process was deleted in the meantime, its places were too. */
  async function beat(): Promise<void> {
    const [row] = await database.db
      .insert(processes)
      .values({ id: processId, seenAt: sql`now()` })
      .onConflictDoUpdate({ target: processes.id, set: { seenAt: sql`now()` } })
      .returning({ isNew: sql<boolean>`xmax = 0` })
    if (row?.isNew) for (const end of held.values()) end()
    await database.db.delete(processes).where(lt(processes.seenAt, sql`now() - make_interval(secs => ${GONE_SECONDS})`))
    if (leaving.length > 0) await giveBack(leaving.splice(0))
    if (held.size === 0 && leaving.length === 0) rest()
  }

  function keepBeating(): void {
    beating ??= setInterval(() => void beat().catch((error: unknown) => log.warn({ err: error }, 'a heartbeat failed')), BEAT_MS).unref()
  }

  function rest(): void {
    clearInterval(beating)
    beating = started = undefined
  }

  function start(): Promise<void> {
    keepBeating()
    return (started ??= beat().catch((error: unknown) => {
      rest()
      throw error
    }))
  }

  async function giveBack(ids: number[]): Promise<void> {
    try {
      await database.db.delete(places).where(inArray(places.id, ids))
    } catch (error) {
      log.warn({ err: error }, 'a place could not be given back yet')
      leaving.push(...ids)
    }
  }

  /** Takes a place if `isFree` allows. Registers it before the commit: the notification of its loss may arrive at once. */
  async function occupy(holder: string, end: () => void, isFree: (tx: Tx) => Promise<boolean>): Promise<Release | null> {
    await start()
    let id = 0
    try {
      await database.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`place ${holder}`}, 0))`)
        if (!(await isFree(tx))) return
        id = await insert(tx, processId, holder)
        held.set(id, end)
      })
    } catch (error) {
      held.delete(id)
      throw error
    }
    if (id === 0) return null
    keepBeating()
    return () => {
      if (held.delete(id)) void giveBack([id])
    }
  }

  return {
    take: (holder, most, end) =>
      occupy(holder, end, async (tx) => (await tx.$count(places, and(eq(places.holder, holder), livesSql))) < most),
    push: async (holder, most, end) => {
      const release = await occupy(holder, end, async (tx) => {
        await dropOldest(tx, holder, most - 1)
        return true
      })
      return release ?? (() => {})
    },
    async lost(id) {
      if (id !== null) return held.get(id)?.()
      if (held.size === 0) return
      const asked = [...held]
      const rows = await database.db.select({ id: places.id }).from(places).where(eq(places.processId, processId))
      const kept = new Set(rows.map((row) => row.id))
      for (const [one, end] of asked) if (!kept.has(one)) end()
    },
    async close() {
      rest()
      held.clear()
      await database.db
        .delete(processes)
        .where(eq(processes.id, processId))
        // Stopping must not fail without a database. The process counts as dead a moment later.
        .catch((error: unknown) => log.warn({ err: error }, 'places could not be given back'))
    },
  }
}

async function insert(tx: Tx, processId: string, holder: string): Promise<number> {
  return writtenRow(await tx.insert(places).values({ processId, holder }).returning({ id: places.id })).id
}

/** Drops the oldest places beyond `left`. All processes hear of it, and the holder ends the connection. */
async function dropOldest(tx: Tx, holder: string, left: number): Promise<void> {
  await tx.execute(sql`
    with kept as (select id from ${places} where holder = ${holder} and ${livesSql} order by id desc limit ${left}),
      dropped as (delete from ${places} where holder = ${holder} and id not in (select id from kept) returning id)
    select pg_notify('portico_changed', 'place ' || id) from dropped`)
}
