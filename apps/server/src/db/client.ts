import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isAway, noteLost } from './pool/away.ts'
import { endUnwanted, isRead, textOf } from './pool/end-reads.ts'
import { hotStatements } from './hot-statements.ts'
import { currentCall, holding, unmarked } from './pool/purpose.ts'
import { RationedPool } from './pool/rationed-pool.ts'
import { sizes } from '../memory/sizes.ts'
import { createSecretBox, type SecretBox } from './secret-box.ts'

// int8 arrives as text by default. All our bigints fit in 2^53 and are checked on input.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A connection, or a transaction on one. Functions that work in both take this. */
export type Db = NodePgDatabase
declare const inTransaction: unique symbol
/** A `Db` inside a transaction. Take it where a lock or several writes are involved. */
export type Tx = Db & { readonly [inTransaction]: true }

export type Database = {
  db: Db
  /** For prepared statements on hot paths. */
  pool: pg.Pool
  url: string
  /** Encrypts what must not be readable in the database. */
  secrets: SecretBox
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Milliseconds to wait for a connection, and for one statement of a console read; pages wait 15 seconds in all. */
const TIMES = { waitMs: 10_000, readMs: 8000 }

/** `isForOne`: the connections are not shared out by purpose. */
type Given = { onLost?: (error: Error) => void; max?: number; isForOne?: boolean; secrets?: SecretBox; times?: Partial<typeof TIMES> }

export function connect(url: string, given: Given = {}): Database {
  const { onLost = () => {}, max = sizes.connections, isForOne = false, secrets = createSecretBox(null) } = given
  const { waitMs, readMs } = { ...TIMES, ...given.times }
  const pool = new RationedPool({ connectionString: url, max, isForOne, pipeline: true, maxLifetimeSeconds: sizes.connectionS }, waitMs)
  // Without a listener, a connection lost while idle would end the process.
  pool.on('error', onLost)
  const hotName = hotStatements()
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => {
      noteLost(error)
      onLost(error)
    })
    passOn(client, { hotName, readMs })
  })
  return {
    db: drizzle(pool),
    pool,
    url,
    secrets,
    close: () => pool.end(),
    // Not drizzle's own `transaction`: up to 0.45.4 it never releases the connection when BEGIN fails (drizzle-orm#6241).
    async transaction(work) {
      const client = await pool.connect()
      const { marks } = currentCall()
      let broken: Error | undefined
      const lost = (error: Error): void => {
        broken = error
      }
      client.on('error', lost)
      try {
        // Not awaited: the first statement follows at once, and fails if this fails.
        client.query('begin').catch(lost)
        // The brand exists only in the type: a Tx is a Db that was made here.
        const result = await holding(() => work(drizzle(client) as unknown as Tx))
        const mark = await marks?.add((asked) => client.query(asked))
        await client.query('commit').catch(async (error: unknown) => {
          if (!marks || !mark || !(await unmarked(() => marks.hasLanded(mark, error)))) throw error
          if (error instanceof Error) lost(error)
        })
        return result
      } catch (error) {
        // A server that shuts down, or has become a standby, is no use to the next one either.
        if (isAway(error) && error instanceof Error) lost(error)
        else await client.query('rollback').catch(lost)
        throw error
      } finally {
        client.off('error', lost)
        client.release(broken)
      }
    },
  }
}

/** Makes all reads of the transaction see one moment. Call it before the first read. */
export async function atOneMoment(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`)
}

type HotName = ReturnType<typeof hotStatements>
type Answered = (error: unknown, result?: unknown) => void

/**
 * Wraps the client: prepares frequent queries under names made from their text, and cancels reads that take too long or that nobody waits
 * for.
 */
function passOn(client: pg.PoolClient, { hotName, readMs }: { hotName: HotName; readMs: number }): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const asked = (first: unknown, ...rest: unknown[]): unknown => {
    const { left, purpose } = currentCall()
    const limitMs = purpose === 'console' ? readMs : null
    const sent = prepared(first, rest[0], hotName)
    if ((left === null && limitMs === null) || !isRead(textOf(first))) return query(sent, ...rest)
    const read = async (...values: unknown[]): Promise<unknown> => {
      left?.throwIfAborted()
      const thrown = endUnwanted(client, left, limitMs)
      try {
        return await query(sent, ...values)
      } catch (error) {
        throw thrown(error)
      } finally {
        thrown(null)
      }
    }
    const answered = rest.at(-1)
    if (typeof answered !== 'function') return read(...rest)
    return void read(...rest.slice(0, -1)).then((result) => (answered as Answered)(null, result), answered as Answered)
  }
  // The same calls, with all their overloads.
  client.query = asked as typeof client.query
}

/** The query to give to `pg`. A text without values may be several statements, which cannot be prepared. */
function prepared(asked: unknown, values: unknown, hotName: HotName): unknown {
  const config: pg.QueryConfig | pg.Submittable = typeof asked === 'string' ? { text: asked } : (asked as pg.QueryConfig | pg.Submittable)
  // A cursor, for example, sends its own query.
  if ('submit' in config) return asked
  const given = Array.isArray(values) ? values : config.values
  if (config.name === undefined && !given?.length) return asked
  const name = hotName(config.text, config.name !== undefined)
  return name === undefined ? asked : { ...config, name }
}
