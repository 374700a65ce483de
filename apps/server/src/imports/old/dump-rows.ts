import { createReadStream } from 'node:fs'
import { readInsert, type Range } from './dump-statements.ts'
import { BadSource } from './old-database.ts'

export type DumpValue = string | null

const code = (c: string): number => c.charCodeAt(0)
const [OPEN, CLOSE, COMMA, SEMICOLON, QUOTE, DOUBLE, BACKSLASH] = [
  code('('),
  code(')'),
  code(','),
  code(';'),
  code("'"),
  code('"'),
  code('\\'),
]
const ESCAPED = new Map([
  [code('n'), 10],
  [code('r'), 13],
  [code('t'), 9],
  [code('0'), 0],
  [code('b'), 8],
  [code('Z'), 26],
])

/** The rows of INSERT statements, value by value as text. */
export async function* readRows(path: string, { start, end }: Range): AsyncGenerator<DumpValue[]> {
  const stream = createReadStream(path, { start, end: end - 1, highWaterMark: 1024 * 1024 })
  let rest: Buffer = Buffer.alloc(0)
  let isBetween = true
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const reader = new Reader(bytes)
    for (;;) {
      const mark = reader.at
      if (isBetween) {
        if (!reader.skipToRows()) {
          reader.at = mark
          break
        }
        isBetween = false
      }
      const from = reader.at
      const row = reader.row()
      if (row === 'more') {
        reader.at = from
        break
      }
      if (row === 'end') isBetween = true
      else yield row
    }
    // Copied, because it outlives the piece.
    rest = Buffer.from(bytes.subarray(reader.at))
  }
  if (rest.length > 0 && /\S/.test(rest.toString('latin1').replace(/--.*|\/\*.*?\*\/;?/g, ''))) throw new BadSource('cut_off')
}

class Reader {
  at = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Moves behind VALUES; false: it is not here yet. */
  skipToRows(): boolean {
    const text = this.#bytes.subarray(this.at, this.at + 32_768).toString('latin1')
    const skipped = /^(?:\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/;?|(?:UN)?LOCK TABLES[^;]*;)*/i.exec(text)?.[0].length ?? 0
    const insert = readInsert(text.slice(skipped))
    if (!insert || insert.length + skipped === text.length) return false
    this.at += skipped + insert.length
    return true
  }

  /** One row in brackets, and what follows it. */
  row(): DumpValue[] | 'more' | 'end' {
    this.#blanks()
    const first = this.#bytes[this.at]
    if (first === undefined) return 'more'
    if (first === SEMICOLON) {
      this.at++
      return 'end'
    }
    if (first === COMMA) {
      this.at++
      return this.row()
    }
    if (first !== OPEN) throw new BadSource('damaged', `byte ${this.at}`)
    this.at++
    const values: DumpValue[] = []
    for (;;) {
      this.#blanks()
      const value = this.#value()
      if (value === undefined) return 'more'
      values.push(value)
      this.#blanks()
      const next = this.#bytes[this.at++]
      if (next === undefined) return 'more'
      // A row counts only with what follows it, so that one at the end of a piece is not taken for the last.
      if (next === CLOSE) return values
      if (next !== COMMA) throw new BadSource('damaged', `byte ${this.at}`)
    }
  }

  #blanks(): void {
    while ((this.#bytes[this.at] ?? 255) <= 0x20) this.at++
  }

  /** undefined: it is not all here. */
  #value(): DumpValue | undefined {
    const byte = this.#bytes[this.at]
    if (byte === undefined) return undefined
    if (byte === QUOTE || byte === DOUBLE) return this.#quoted(byte)?.toString('utf8')
    const from = this.at
    while (this.at < this.#bytes.length) {
      const next = this.#bytes[this.at] ?? 0
      if (next === COMMA || next === CLOSE) return plain(this.#bytes.toString('latin1', from, this.at).trim())
      // `_binary 'x'`, `_utf8mb4'x'`, `x'00ff'`, `b'1'`
      if (next === QUOTE) {
        const prefix = this.#bytes.toString('latin1', from, this.at).trim().toLowerCase()
        const quoted = this.#quoted(QUOTE)
        return quoted && prefixed(prefix, quoted)
      }
      this.at++
    }
    return undefined
  }

  #quoted(quote: number): Buffer | undefined {
    const bytes = this.#bytes
    const from = ++this.at
    let [i, isPlain] = [from, true]
    for (; i < bytes.length; i++) {
      const byte = bytes[i]
      if (byte === BACKSLASH) {
        isPlain = false
        i++
      } else if (byte === quote) {
        if (bytes[i + 1] === quote) {
          isPlain = false
          i++
        } else if (i + 1 < bytes.length) break
        else return undefined
      }
    }
    if (i >= bytes.length) return undefined
    this.at = i + 1
    return isPlain ? bytes.subarray(from, i) : unescaped(bytes.subarray(from, i), quote)
  }
}

function unescaped(bytes: Buffer, quote: number): Buffer {
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    let byte = bytes[i] ?? 0
    if (byte === BACKSLASH) {
      byte = bytes[++i] ?? 0
      byte = ESCAPED.get(byte) ?? byte
    } else if (byte === quote) i++
    out[length++] = byte
  }
  return out.subarray(0, length)
}

function plain(text: string): DumpValue {
  if (/^null$/i.test(text)) return null
  if (/^true$/i.test(text)) return '1'
  if (/^false$/i.test(text)) return '0'
  return /^0x[\da-f]+$/i.test(text) ? Buffer.from(text.slice(2), 'hex').toString('utf8') : text
}

function prefixed(prefix: string, bytes: Buffer): string {
  if (prefix === 'x') return Buffer.from(bytes.toString('latin1'), 'hex').toString('utf8')
  if (prefix === 'b') return String(BigInt(`0b${bytes.toString('latin1') || '0'}`))
  return bytes.toString('utf8')
}
