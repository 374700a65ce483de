import type { RowProblem, StatementChoices, StatementEncoding, StatementQuestion } from '@portico/contract/statements-imports-admin'

/** A file as an operator downloads it, and what a person reads in it. */
export type StatementFile = {
  name: string
  text: string
  /** UTF-8 without a byte order mark, unless it says otherwise. */
  encoding?: StatementEncoding
  mark?: true
  /** Of the payment method; CNY if it does not say. */
  currency?: string
  /** `line time amount currency reference`, with # for a payment without a number of its own. */
  payments: string[]
  /** By line. */
  texts?: Record<number, string>
  /** What the gateway kept, by line. */
  fees?: Record<number, string>
  /** Beginnings of what makes a payment ask, by line. */
  doubts?: Record<number, string>
  skipped?: Record<number, RowProblem>
  refused?: Record<number, RowProblem>
  /** Totals of what went out, such as `12.50 EUR`. */
  went?: string[]
  /** What is unclear, and what the operator then chooses. */
  asks?: StatementQuestion['about'][]
  chooses?: StatementChoices
}

/** The bytes of a text. */
export function encodeText(text: string, encoding: StatementEncoding = 'utf-8', mark = false): Buffer<ArrayBuffer> {
  if (encoding === 'utf-8') return Buffer.from(mark ? `\uFEFF${text}` : text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le')
    return encoding === 'utf-16be' ? bytes.swap16() : bytes
  }
  const table = tables[encoding]()
  return Buffer.from(text.split('').flatMap((each) => (each < '\x80' ? [each.charCodeAt(0)] : (table.get(each) ?? fail(each)))))
}

const tables = { gb18030: () => (pairs ??= readPairs()), 'windows-1252': () => (singles ??= readSingles()) }
let pairs: Map<string, number[]> | undefined
let singles: Map<string, number[]> | undefined

/** Node can only decode these, so each character's bytes are looked up among all. */
function readPairs(): Map<string, number[]> {
  const decoder = new TextDecoder('gb18030')
  const found = new Map<string, number[]>()
  for (let high = 0xa1; high <= 0xf7; high++)
    for (let low = 0xa1; low <= 0xfe; low++) found.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  return found
}

function readSingles(): Map<string, number[]> {
  const decoder = new TextDecoder('windows-1252')
  return new Map(Array.from({ length: 128 }, (_, i) => [decoder.decode(Uint8Array.of(i + 128)), [i + 128]]))
}

function fail(character: string): never {
  throw new Error(`${character} is not in this encoding`)
}
