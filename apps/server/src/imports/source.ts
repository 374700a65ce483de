import type { ImportOption, ImportPanel, ImportSource } from '@portico/contract/imports-admin'
import type { OldDatabase } from './old/old-database.ts'
import type { OldRecord } from './records.ts'

/** What the operator said besides the database. `readConfig`: the text of the panel's configuration file; null: none was given. */
export type Given = {
  options: { readonly [O in ImportOption]?: string }
  /** The site's currency, unless the option names another. */
  currency: string
  now: Date
  readConfig: () => Promise<string | null>
}

/** Another panel, declared in one folder like a client format. */
export type Source = {
  name: ImportSource
  /** The panel's own name, with versions that were tried. */
  title: string
  reads: ImportPanel['reads']
  /** What it asks for besides; the console offers fields for these, the command `--name value`. */
  options: readonly ImportOption[]
  /** The version, as far as the tables tell; null: these are another panel's. Reads only. */
  recognise: (old: OldDatabase) => Promise<string | null>
  /**
   * Yields the whole business: first `link_source`, `group`, `plan`, `node` and `payment_method`, then all `member`s, then the rest in any
   * order; findings at any time. Memory must not grow with the number of members beyond some bytes each.
   */
  read: (old: OldDatabase, given: Given) => AsyncIterable<OldRecord>
  /** Statements of the old panel for going back; absent: CSV alone. Values are escaped by the caller's `quote`. */
  backStatements?: BackStatements
}

type Quote = (value: string | number | bigint | null) => string
/** One statement for one changed row; null: this panel has none. */
export type BackStatements = {
  /** The member's number or key at the old panel, and what changed. */
  traffic?: (row: { key: string; up: bigint; down: bigint }, quote: Quote) => string | null
  term?: (row: { key: string; endsAt: Date | null; quota: bigint }, quote: Quote) => string | null
  /** `hash`: as PHP and others read bcrypt; null: the password is Argon2id and cannot go back. */
  password?: (row: { key: string; hash: string }, quote: Quote) => string | null
}
