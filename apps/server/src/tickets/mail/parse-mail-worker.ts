import { parentPort, workerData } from 'node:worker_threads'
import PostalMime from 'postal-mime'
import { writtenPart } from './written-part.ts'

/** PostgreSQL stores no zero characters and no halves of a pair. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, storable(part)]))
}

const mail = await PostalMime.parse(workerData as Uint8Array, { maxNestingDepth: 20 }).catch(() => null)
// Reading HTML can be made to take as long.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(mail && storable({ ...mail, html: undefined, text: undefined, written: writtenPart(mail) }))
