import { text } from 'node:stream/consumers'
import type { Csv } from '@portico/contract/csv'
import { type Endpoint, urlOf } from '@portico/contract/endpoint'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { App } from '../../app.ts'
import type { Tx } from '../../db/client.ts'
import { type Cell, csvLines, toCsv } from './csv.ts'
import { openStream } from './open-stream.ts'
import { withGivenPurpose } from '../with-purpose.ts'
import { admit, asItIs, bind, type Env, originOf, type Request, respond, type Router, sealFor } from '../router.ts'

type Schema = z.ZodMiniType
/** `rows`: how many lines will follow the headings. `note`: records the download, before its first line is sent. */
type Table = { columns: readonly string[]; rows: number; lines: AsyncIterable<Cell[][]>; note: () => Promise<void> }

/**
 * Like `serve`, but the answer streams from the database. A broken answer is invalid JSON, so nobody takes it as complete. Made in one
 * piece if encrypted.
 */
export function serveCsv<P extends Schema, Q extends Schema, B extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, typeof Csv>,
  handler: (tx: Tx, request: Request<P, Q, B>) => Promise<Table>,
): void {
  bind(e)
  const serveTo = async (c: Context<Env>): Promise<Response> => {
    const origin = originOf(c, app)
    const open = async () => {
      const request = await admit(c, app, e, origin)
      return openStream(app, async (tx) => {
        const table = await handler(tx, request)
        return { bytes: asJson(table, app.settings()['site.timezone']), note: table.note }
      })
    }
    try {
      if ((await sealFor(c, app)) !== asItIs)
        return await respond(c, app, origin, async () => JSON.parse(await text(await open())) as unknown)
      return c.body(await open(), 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    } catch (error) {
      return respond(c, app, origin, () => Promise.reject(error))
    }
  }
  const runCall = withGivenPurpose('console', true)
  router.on(e.method, urlOf(e.path), (c) => runCall(c, () => serveTo(c)))
}

/** A table that is short enough to be read at once. */
export function inOnePart(columns: readonly string[], all: Cell[][]): Omit<Table, 'note'> {
  return {
    columns,
    rows: all.length,
    lines: (async function* () {
      yield all
    })(),
  }
}

async function* asJson({ columns, rows, lines }: Table, zone: string): AsyncGenerator<Uint8Array> {
  let sent = 0
  yield Buffer.from(`{"csv":"${inJson(toCsv(columns, [], zone))}`)
  for await (const part of lines) {
    sent += part.length
    yield Buffer.from(inJson(csvLines(part, zone)))
  }
  if (sent !== rows) throw new Error(`an export has ${sent} rows instead of ${rows}`)
  yield Buffer.from(`","rows":${rows}}`)
}

/** A part of a JSON string, without quotes. */
function inJson(part: string): string {
  return JSON.stringify(part).slice(1, -1)
}
