import { open } from 'node:fs/promises'
import { BadSource } from './old-database.ts'

/** Rows of a table in a dump: from the first byte of an INSERT to behind the last of those that follow it. */
export type Range = { start: number; end: number; columns: readonly string[] | null }
export type DumpIndex = { columns: Map<string, string[]>; ranges: Map<string, Range[]> }

const PIECE = 1024 * 1024
/** A CREATE TABLE, or the head of an INSERT, is never longer. */
const LONGEST_HEAD = 4 * 1024 * 1024
const code = (letter: string): number => letter.charCodeAt(0)
const [SEMICOLON, QUOTE, DOUBLE, BACKTICK, BACKSLASH] = [code(';'), code("'"), code('"'), code('`'), code('\\')]
const [NEWLINE, DASH, SLASH, STAR, HASH] = [10, code('-'), code('/'), code('*'), code('#')]

/** Finds where the tables of a dump are, reading it once. Throws `BadSource` where it ends within a statement. */
export async function indexDump(path: string, onRead: (bytes: number) => void): Promise<DumpIndex> {
  const found: DumpIndex = { columns: new Map(), ranges: new Map() }
  const scan = new Statements((head, start, end) => note(found, head, start, end))
  const file = await open(path)
  try {
    const piece = Buffer.allocUnsafe(PIECE)
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, PIECE, at)
      if (bytesRead === 0) break
      scan.push(piece.subarray(0, bytesRead))
      at += bytesRead
      onRead(at)
    }
  } finally {
    await file.close()
  }
  if (scan.isWithin()) throw new BadSource('cut_off')
  // Both tools write this last, unless comments are left out; then they write no such first line either.
  if (/^(?:\/\*M!999999.*\n)?-- (?:MySQL|MariaDB) dump /.test(scan.first) && !scan.last.includes('-- Dump completed'))
    throw new BadSource('cut_off')
  return found
}

function note({ columns, ranges }: DumpIndex, head: string, start: number, end: number): void {
  const insert = readInsert(head)
  if (insert) {
    const known = ranges.get(insert.table) ?? []
    const before = known.at(-1)
    if (before && sameColumns(before.columns, insert.columns) && known.length > 0 && start - before.end < 4096) before.end = end
    else known.push({ start, end, columns: insert.columns })
    ranges.set(insert.table, known)
    return
  }
  const created = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`[^`]+`\.)?[`"]?([^`"\s(]+)[`"]?\s*\(/i.exec(head)
  if (created?.[1] !== undefined) columns.set(created[1], columnsOf(head.slice(created[0].length)))
}

/** What an INSERT names; null: it is none. */
export function readInsert(head: string): { table: string; columns: string[] | null; length: number } | null {
  const found =
    /^(?:INSERT|REPLACE)\s+(?:IGNORE\s+|LOW_PRIORITY\s+|DELAYED\s+)*INTO\s+(?:[`"][^`"]+[`"]\.)?[`"]?([^`"\s(]+)[`"]?\s*(?:\(([^)]*)\)\s*)?VALUES?\s*/i.exec(
      head,
    )
  if (found?.[1] === undefined) return null
  const named = found[2]?.split(',').map((column) => column.trim().replace(/^[`"]|[`"]$/g, ''))
  return { table: found[1], columns: named ?? null, length: found[0].length }
}

function columnsOf(body: string): string[] {
  return body.split('\n').flatMap((line) => {
    const named = /^\s*(?:`([^`]+)`|"([^"]+)")\s+\S/.exec(line)
    return named ? [named[1] ?? named[2] ?? ''] : []
  })
}

function sameColumns(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one?.join() === other?.join()
}

/** Splits what is pushed into statements, and passes on the head of each with its place. */
class Statements {
  first = ''
  last = ''
  readonly #found: (head: string, start: number, end: number) => void
  /** Bytes before the piece at hand. */
  #before = 0
  /** Where the statement at hand began; -1: between two. */
  #start = -1
  #head: Buffer[] = []
  #headBytes = 0
  /** The quote or comment at hand; 0: none. */
  #in = 0
  #isEscaped = false
  #previous = 0

  constructor(found: (head: string, start: number, end: number) => void) {
    this.#found = found
  }

  isWithin(): boolean {
    return this.#start >= 0 || this.#in === QUOTE || this.#in === DOUBLE
  }

  push(piece: Buffer): void {
    if (this.#before === 0) this.first = piece.subarray(0, 400).toString('latin1')
    this.last = (this.last + piece.subarray(-400).toString('latin1')).slice(-400)
    let headFrom = this.#start >= 0 ? 0 : -1
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i] ?? 0
      if (this.#in === QUOTE || this.#in === DOUBLE) {
        // Most bytes of a dump are within quotes.
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === this.#in) this.#in = 0
        continue
      }
      if (this.#in !== 0) {
        const isOver =
          this.#in === NEWLINE ? byte === NEWLINE : this.#in === STAR ? byte === SLASH && this.#previous === STAR : byte === this.#in
        if (isOver) this.#in = 0
        this.#previous = isOver ? 0 : byte
        continue
      }
      const isFirst = this.#start < 0
      if (byte === QUOTE || byte === DOUBLE || byte === BACKTICK) this.#in = byte
      else if (byte === SLASH || byte === DASH) {
        const next = piece[i + 1] ?? 0
        if (byte === SLASH && next === STAR) this.#in = STAR
        if (byte === DASH && next === DASH && isFirst) this.#in = NEWLINE
        if (this.#in !== 0) {
          this.#previous = 0
          i++
          if (this.#in === STAR) this.#previous = 0
          continue
        }
      } else if (byte === HASH && isFirst) {
        this.#in = NEWLINE
        continue
      } else if (byte === SEMICOLON) {
        if (!isFirst) this.#end(piece, headFrom, i)
        headFrom = -1
        continue
      }
      if (isFirst && byte > 0x20) {
        this.#start = this.#before + i
        headFrom = i
      }
    }
    if (this.#start >= 0 && headFrom >= 0) this.#keep(piece.subarray(headFrom))
    this.#before += piece.length
  }

  #end(piece: Buffer, headFrom: number, i: number): void {
    if (headFrom >= 0) this.#keep(piece.subarray(headFrom, i))
    this.#found(Buffer.concat(this.#head).toString('utf8'), this.#start, this.#before + i + 1)
    this.#start = -1
    this.#head = []
    this.#headBytes = 0
  }

  /** Of an INSERT only what stands before its rows. */
  #keep(part: Buffer): void {
    if (this.#headBytes >= LONGEST_HEAD) return
    const isInsert = this.#headBytes === 0 && /^(?:INSERT|REPLACE)/i.test(part.subarray(0, 8).toString('latin1'))
    if (
      this.#headBytes > 0 &&
      /^(?:INSERT|REPLACE)/i.test((this.#head[0] ?? part).subarray(0, 8).toString('latin1')) &&
      this.#headBytes > 16_384
    )
      return
    const kept = Buffer.from(isInsert ? part.subarray(0, 16_384) : part)
    this.#head.push(kept)
    this.#headBytes += kept.length
  }
}
