import { text } from 'node:stream/consumers'
import { type Csv } from '@portico/contract/csv'
import { type Endpoint, urlOf } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { createBudget } from '../budget.ts'
import { atOneMoment, type Tx } from '../db/client.ts'
import { inTime } from '../jobs/in-time.ts'
import { type Cell, csvLines, toCsv } from './csv.ts'
import { admit, asItIs, bind, originOf, type Request, respond, type Router, sealFor } from './router.ts'

type Schema = z.ZodMiniType
/** `rows`: how many lines there will be below the columns. `note`: records that they leave, before the first of them does. */
type Table = { columns: readonly string[]; rows: number; lines: AsyncIterable<Cell[][]>; note: () => Promise<void> }

/** Each holds a connection as long as its reader takes. */
const exportsAtOnce = createBudget(3)
/** How long a reader may pause. */
const STALL_MS = 60_000

/**
 * As `serve`, but the answer is sent while it is read from the database, in one transaction: memory does not grow with the rows. An answer
 * that breaks off is no JSON, so nobody takes it for the whole. Where answers are encrypted, it is made in one piece.
 */
export function serveCsv<P extends Schema, Q extends Schema, B extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, typeof Csv>,
  handler: (tx: Tx, request: Request<P, Q, B>) => Promise<Table>,
): void {
  bind(e)
  router.on(e.method, urlOf(e.path), async (c) => {
    const origin = originOf(c, app)
    const open = async () => {
      const request = await admit(c, app, e, origin)
      return openTable(app, (tx) => handler(tx, request))
    }
    try {
      if ((await sealFor(c, app)) !== asItIs)
        return await respond(c, app, origin, async () => JSON.parse(await text(await open())) as unknown)
      return c.body(await open(), 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    } catch (error) {
      return respond(c, app, origin, () => Promise.reject(error))
    }
  })
}

/** Begins to send a table. Rejects if it cannot be read at all; later faults break the stream off. */
function openTable(app: App, read: (tx: Tx) => Promise<Table>): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const write = (chunk: string) => inTime(writer.write(chunk), STALL_MS)
  return new Promise((opened, failed) => {
    const sent = exportsAtOnce(1, () =>
      app.database.transaction(async (tx) => {
        await atOneMoment(tx)
        const table = await read(tx)
        await table.note()
        opened(readable)
        await send(table, write)
      }),
    )
    sent
      .then(() => writer.close())
      .catch((error: unknown) => {
        failed(error)
        app.log.warn({ err: error }, 'an export broke off')
        return writer.abort(error)
      })
      .catch(() => {})
  })
}

async function send({ columns, rows, lines }: Table, write: (chunk: string) => Promise<void>): Promise<void> {
  let sent = 0
  await write(`{"csv":"${inJson(toCsv(columns, []))}`)
  for await (const part of lines) {
    sent += part.length
    await write(inJson(csvLines(part)))
  }
  if (sent !== rows) throw new Error(`an export has ${sent} rows instead of ${rows}`)
  await write(`","rows":${rows}}`)
}

/** As it stands between the quotes of a JSON text. */
function inJson(part: string): string {
  return JSON.stringify(part).slice(1, -1)
}
