import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asPoolClient, WriterClient } from '../hosts/writer-client.ts'
import { DatabaseAway, isLost, mayBeBack, wasReadOnly } from './away.ts'
import { cancelsOf, isRead, mayRepeat, textOf } from './end-reads.ts'
import { currentCall, unmarked } from './purpose.ts'
import { createRations, type Rations } from './rations.ts'

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error | boolean) => void) => void

type Query = (...asked: unknown[]) => Promise<unknown>

/** Milliseconds between two tries to connect while the database is away. */
const AGAIN_MS = 100

/**
 * A pool that gives each call a connection from the share of its purpose. While the database is away, calls wait for it, but none longer
 * than `waitMs` after it was first missed.
 */
export class RationedPool extends pg.Pool {
  private readonly rations: Rations
  private readonly waitMs: number
  /** When the database was first missed; null: it is there. */
  private awaySince: number | null = null

  /** `isForOne`: all connections are for one purpose. */
  constructor({ isForOne, ...config }: pg.PoolConfig & { max: number; isForOne: boolean }, waitMs: number) {
    super({ ...config, connectionTimeoutMillis: waitMs, Client: asPoolClient })
    this.rations = createRations(config.max, isForOne)
    this.waitMs = waitMs
    const query = this.query.bind(this) as Query
    // The same calls, with all their overloads.
    this.query = ((...asked: unknown[]) => this.repeated(query, asked)) as typeof this.query
  }

  // @ts-expect-error -- an accessor there too, which its types call a property
  override get waitingCount(): number {
    return this.rations.waiting()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): Promise<pg.PoolClient> | void {
    const client = this.acquire()
    if (!taken) return client
    client.then(
      (got) => taken(undefined, got, got.release),
      (error: Error) => taken(error, undefined, () => {}),
    )
  }

  private async acquire(): Promise<pg.PoolClient> {
    const { purpose, left, held } = currentCall()
    const giveBack = await this.rations.take(held?.isOpen ? 'spare' : purpose, this.waitMs, left)
    try {
      return returning(await this.open(left), giveBack)
    } catch (error) {
      giveBack()
      // This process is stopping.
      if (this.ending) throw error
      throw new DatabaseAway(error instanceof Error ? error.message : 'no connection', { cause: error })
    }
  }

  /** Connects, and again while the database may soon be back and the call is wanted. */
  private async open(left: AbortSignal | null): Promise<pg.PoolClient> {
    const asked = performance.now()
    for (;;) {
      try {
        const client = await super.connect()
        this.awaySince = null
        return client
      } catch (error) {
        this.awaySince ??= asked
        const until = Math.min(this.awaySince + this.waitMs, asked + currentCall().patienceMs)
        if (this.ending || left?.aborted || performance.now() + AGAIN_MS > until || !mayBeBack(error)) throw error
        await pause(AGAIN_MS)
      }
    }
  }

  /** Sends a single statement: one that only reads again if its connection was lost, one that a standby refused too. */
  private async repeated(query: Query, asked: unknown[]): Promise<unknown> {
    if (typeof asked.at(-1) === 'function') return query(...asked)
    const { marks } = currentCall()
    // Marked before, since it is a transaction of its own: after a crash it counts as done.
    if (marks && !isRead(textOf(asked[0]))) await unmarked(() => marks.add((mark) => this.query(mark)))
    const until = performance.now() + Math.min(this.waitMs, currentCall().patienceMs)
    for (;;) {
      try {
        return await query(...asked)
      } catch (error) {
        const isSafe = wasReadOnly(error) || (isLost(error) && mayRepeat(asked[0]))
        if (!isSafe || this.ending || performance.now() + AGAIN_MS > until) throw error
        await pause(AGAIN_MS)
      }
    }
  }
}

/** Gives the share back with the connection, and the connection only when no cancel can hit its next statement. */
function returning(client: pg.PoolClient, giveBack: () => void): pg.PoolClient {
  const release = client.release.bind(client)
  const end = (error?: Error | boolean): void => {
    if (wasReadOnly(error) && client instanceof WriterClient) client.distrust()
    release(error)
    giveBack()
  }
  client.release = (error) => {
    const cancels = cancelsOf(client)
    if (!cancels) return end(error)
    void cancels.then((isClean) => end(error ?? !isClean))
  }
  return client
}
