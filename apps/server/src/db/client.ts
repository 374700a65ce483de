import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { hotStatements } from './hot-statements.ts'
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

export function connect(
  url: string,
  onLost: (error: Error) => void = () => {},
  max = 10,
  secrets: SecretBox = createSecretBox(null),
): Database {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 10_000, pipeline: true })
  // Without a listener, a connection lost while idle would end the process.
  pool.on('error', onLost)
  const hotName = hotStatements()
  pool.on('connect', (client) => {
    client.on('error', onLost)
    prepareOften(client, hotName)
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
      let broken: Error | undefined
      const lost = (error: Error): void => {
        broken = error
      }
      client.on('error', lost)
      try {
        // Not awaited: the first statement follows at once, and fails if this fails.
        client.query('begin').catch(lost)
        // The brand exists only in the type: a Tx is a Db that was made here.
        const result = await work(drizzle(client) as unknown as Tx)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(lost)
        throw error
      } finally {
        client.off('error', lost)
        client.release(broken)
      }
    },
  }
}

/** Lets the transaction read everything as of one moment, whatever others write meanwhile. Call it before the first read. */
export async function atOneMoment(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`)
}

type HotName = ReturnType<typeof hotStatements>

/** Makes the client prepare frequent queries, under names that stand for their text, whoever asks. */
function prepareOften(client: pg.PoolClient, hotName: HotName): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const asked = (first: unknown, ...rest: unknown[]): unknown => query(prepared(first, rest[0], hotName), ...rest)
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
