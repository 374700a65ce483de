import pg from 'pg'
import { DatabaseAway } from './away.ts'
import { cancelsOf } from './end-reads.ts'
import { currentCall } from './purpose.ts'
import { createRations, type Rations } from './rations.ts'

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error | boolean) => void) => void

/** A pool that gives each call a connection from the share of its purpose. */
export class RationedPool extends pg.Pool {
  private readonly rations: Rations
  private readonly waitMs: number

  /** `isForOne`: all connections are for one purpose. */
  constructor({ isForOne, ...config }: pg.PoolConfig & { max: number; isForOne: boolean }, waitMs: number) {
    super({ ...config, connectionTimeoutMillis: waitMs })
    this.rations = createRations(config.max, isForOne)
    this.waitMs = waitMs
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
      return returning(await super.connect(), giveBack)
    } catch (error) {
      giveBack()
      // This process is stopping.
      if (this.ending) throw error
      throw new DatabaseAway(error instanceof Error ? error.message : 'no connection', { cause: error })
    }
  }
}

/** Gives the share back with the connection, and the connection only when no cancel can hit its next statement. */
function returning(client: pg.PoolClient, giveBack: () => void): pg.PoolClient {
  const release = client.release.bind(client)
  const end = (error?: Error | boolean): void => {
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
