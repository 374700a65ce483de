import type { App } from '../../app.ts'
import { createBudget } from '../../budget.ts'
import { atOneMoment, type Tx } from '../../db/client.ts'
import { inTime } from '../../jobs/in-time.ts'

/** `note`: records the download, before its first byte is sent. */
export type Outgoing = { bytes: AsyncIterable<Uint8Array>; note?: () => Promise<void> }

/** Downloads at once. Each holds a console connection as long as its reader takes; one stays free for other reads. */
const streamsAtOnce = createBudget(2)
/** How long a reader may pause. */
const STALL_MS = 60_000

/**
 * Streams bytes made from the database in one transaction at one moment, in bounded memory. Rejects if it cannot start; a later fault
 * breaks the stream off.
 */
export function openStream(app: App, begin: (tx: Tx) => Promise<Outgoing>): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return new Promise((opened, failed) => {
    const sent = streamsAtOnce(1, () =>
      app.database.transaction(async (tx) => {
        await atOneMoment(tx)
        const { bytes, note } = await begin(tx)
        await note?.()
        opened(readable)
        for await (const chunk of bytes) await inTime(writer.write(chunk), STALL_MS)
      }),
    )
    sent
      .then(() => writer.close())
      .catch((error: unknown) => {
        failed(error)
        app.log.warn({ err: error }, 'a download broke off')
        return writer.abort(error)
      })
      .catch(() => {})
  })
}
