/**
 * A row as the old database wrote it: every value as text, numbers as their digits, so that nothing above 2^53 and no cent is lost.
 * Booleans are '1' and '0', bytes are hex after '\x', dates as written.
 */
export type OldRow = Readonly<Record<string, string | null>>

/** A dump, a file or a running server, for reading only. */
export type OldDatabase = {
  kind: 'dump' | 'mysql' | 'postgres' | 'sqlite' | 'csv'
  /** Columns by table, in their order. Names are as written there. */
  tables: ReadonlyMap<string, readonly string[]>
  /**
   * Rows of a table, in the order of its key. A table that is not there throws `BadSource`; ask `tables` first. May be called again, and
   * one after the other; a server gives all reads of one run the same snapshot.
   */
  rows: (table: string) => AsyncIterable<OldRow>
  /** Share of the input read so far, from 0 to 1, as far as it is known. */
  progress: () => number
  close: () => Promise<void>
}

/** The input cannot be read: cut off, of another panel, or damaged. `code` has its words in `texts/`. */
export class BadSource extends Error {
  readonly code: BadSourceCode
  readonly detail: string
  constructor(code: BadSourceCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}
export type BadSourceCode =
  | 'unknown_panel'
  | 'other_panel'
  | 'cut_off'
  | 'damaged'
  | 'no_table'
  | 'unreachable'
  | 'no_file'
  | 'no_config'
  | 'missing_option'
  | 'not_empty'
  | 'unanswered'
  | 'not_moved'
  | 'mend_first'
