import type { Readable } from 'node:stream'

/** A part of an object: the first and the last byte. */
export type Range = { start: number; end: number }
export type StoredName = { name: string; changedAt: Date }

/**
 * Storage of files' bytes. Names are hex digits and hyphens, never written twice. `details.reason` of errors: system code, HTTP status, or
 * `unreachable`.
 */
export type Storage = {
  /** Stores an object, all or nothing. Throws `file.storage_full`, `file.storage_down`. */
  put: (name: string, bytes: Buffer, type: string) => Promise<void>
  /** Reads an object or a part; null: none. Throws `file.storage_down`. */
  get: (name: string, range: Range | null) => Promise<Readable | null>
  /** Removes an object. May be repeated. Throws `file.storage_down`. */
  remove: (name: string) => Promise<void>
  list: () => AsyncIterable<StoredName>
}
