import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 1000]
const WAKE = `select pg_notify('jobs:insert', '{"count":10}')`

type Connected = (error: Error | undefined, client: pg.PoolClient, release: (broken?: Error) => void) => void
type Given = {
  onFault: (error: unknown) => void
  /** Called with the connection that stays open for notifications. */
  onListen: (client: pg.PoolClient) => Promise<unknown>
}
export type SteadyPool = {
  pool: pg.Pool
  /** Runs work until it succeeds. */
  untilDone: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether something that failed waits to be done again. */
  isWaiting: () => boolean
  /** From now on statements wait for the database. Before, they fail as usual. */
  begin: () => void
  /** Gives up waiting statements, which never settle; then `gaveUp` resolves. */
  end: () => void
  gaveUp: Promise<void>
}

/**
 * The pool for graphile-worker, whose statements wait for the database instead of failing. Version 0.18 does not await the promises with
 * which it completes and fails jobs, so a rejection there would end the process. Each of its statements may be repeated: what it sends
 * through `connect` stands alone. Schedules use `query` and handle failures themselves.
 */
export function steadyPool(pool: pg.Pool, { onFault, onListen }: Given): SteadyPool {
  const gaveUp = Promise.withResolvers<void>()
  let [isSteady, isOver] = [false, false]
  let waiting = 0

  async function untilDone<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work()
      } catch (error) {
        onFault(error)
        if (isOver) {
          gaveUp.resolve()
          return new Promise(() => {})
        }
        waiting++
        await pause(wait)
        waiting--
      }
    }
  }

  // The listener keeps its connection. It never goes back into the pool: its name says that the runner lives.
  function listen(connected: Connected): void {
    void untilDone(async () => {
      const client = await pool.connect()
      await onListen(client).catch((error: Error) => {
        client.release(error)
        throw error
      })
      return client
    }).then((client) => {
      connected(undefined, client, (broken) => client.release(broken ?? true))
      // After its LISTEN. Jobs that were added while nobody listened would wait for the next look, five seconds later.
      client.query(WAKE).catch(() => {})
    })
  }

  const client = { query: (asked: pg.QueryConfig) => untilDone(() => pool.query(asked)), release: () => {} }
  const connect = (connected?: Connected): unknown => (connected ? listen(connected) : isSteady ? Promise.resolve(client) : pool.connect())
  return {
    // All else is the pool's own, its `query` too, which would otherwise call this `connect`.
    pool: Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } }) as pg.Pool,
    untilDone,
    isWaiting: () => waiting > 0,
    begin: () => {
      isSteady = true
    },
    end: () => {
      isOver = true
    },
    gaveUp: gaveUp.promise,
  }
}
