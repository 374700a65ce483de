import type { Readable } from 'node:stream'

/** A part of an object: the first and the last byte. */
export type Range = { start: number; end: number }
export type StoredName = { name: string; changedAt: Date }

/**
 * Where the bytes of files are. Names are hex digits and hyphens; none is written twice. Errors have the reason in `details.reason`: the
 * system's error code, the bucket's HTTP status, or `unreachable`.
 */
export type Storage = {
  /** All or nothing. Throws `file.storage_full` or `file.storage_down`. */
  put: (name: string, bytes: Buffer, type: string) => Promise<void>
  /** null: there is no such object. Throws `file.storage_down`. */
  get: (name: string, range: Range | null) => Promise<Readable | null>
  /** May be called twice. Throws `file.storage_down`. */
  remove: (name: string) => Promise<void>
  list: () => AsyncIterable<StoredName>
}
