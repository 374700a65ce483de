import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../errors.ts'

/** Milliseconds to deliver a cancel, and between repeats: one that overtakes its statement does nothing. */
const [PATIENCE_MS, AGAIN_MS] = [2000, 200]
const QUERY_CANCELED = '57014'
/** Statements that only read. One that locks rows or calls a function may be cut too: it leaves nothing behind. */
const READS = /^[\s(]*(?:select|with|fetch|declare)\b/i
const WRITES = /\b(?:insert|update|delete|merge)\b/i
/** Functions that a `select` calls to change something. */
const LEAVES = /\b(?:nextval|setval|add_job|pg_notify|keep_partitions)\b/i

/** By client: settles when no cancel is on its way; false: unknown. */
const cancelling = new WeakMap<pg.PoolClient, Promise<boolean>>()

export function isRead(text: string): boolean {
  return READS.test(text) && !WRITES.test(text)
}

/** Whether a statement leaves nothing behind, so that it may be sent again when its answer was lost. */
export function mayRepeat(asked: unknown): boolean {
  const text = textOf(asked)
  return isRead(text) && !LEAVES.test(text)
}

export function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  return typeof asked === 'object' && asked !== null && 'text' in asked && !('submit' in asked) ? String(asked.text) : ''
}

/** The cancels that must have arrived before the connection may serve somebody else; undefined: none was sent. */
export function cancelsOf(client: pg.PoolClient): Promise<boolean> | undefined {
  return cancelling.get(client)
}

/**
 * Cancels the current statement when the signal aborts or its time is over. The returned function must be called when it ends, and gives
 * the error to throw.
 */
export function endUnwanted(client: pg.PoolClient, left: AbortSignal | null, limitMs: number | null): (error: unknown) => unknown {
  const over = Promise.withResolvers<true>()
  let reason: unknown = null
  const end = (why: unknown): void => {
    if (reason !== null) return
    reason = why
    const earlier = cancelling.get(client)
    const all = Promise.all([earlier ?? true, cancelUntil(client, over.promise)]).then((clean) => clean.every(Boolean))
    cancelling.set(client, all)
  }
  const late = limitMs === null ? undefined : setTimeout(() => end(new AppError('read.too_long')), limitMs)
  const leave = (): void => end(left?.reason)
  left?.addEventListener('abort', leave)
  return (error) => {
    over.resolve(true)
    clearTimeout(late)
    left?.removeEventListener('abort', leave)
    const isEnded = error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
    return isEnded && reason !== null ? reason : error
  }
}

/** Cancels again and again until the statement has ended. False: a cancel may still be on its way. */
async function cancelUntil(client: pg.PoolClient, over: Promise<true>): Promise<boolean> {
  for (let isClean = true; ;) {
    isClean = (await cancel(client)) && isClean
    if (await Promise.race([over, pause(AGAIN_MS, false)])) return isClean
  }
}

/** Fields of `pg` that its types lack. */
type Session = { host: string; port: number; ssl: pg.ConnectionConfig['ssl']; sslNegotiation: string; processID: number; secretKey: number }
type Wire = pg.Connection & {
  connect: (portOrPath: number | string, host?: string) => void
  requestSsl: () => void
  cancel: (processID: number, secretKey: number) => void
}

/**
 * Sends a cancel request for the client's session. The server closes the connection after passing it on, so later statements are safe.
 * false: unknown whether it did.
 */
function cancel(client: pg.PoolClient): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Session
  const wire = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig) as Wire
  return new Promise((done) => {
    let isClean = true
    const fail = (): void => {
      isClean = false
      wire.stream.destroy()
    }
    const late = setTimeout(fail, PATIENCE_MS)
    const send = (): void => wire.cancel(processID, secretKey)
    wire.on('error', fail)
    wire.once('end', () => {
      clearTimeout(late)
      done(isClean)
    })
    wire.once('sslconnect', send)
    wire.once('connect', () => {
      if (!ssl) send()
      else if (sslNegotiation !== 'direct') wire.requestSsl()
    })
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
