import type { StatementEncoding } from '@portico/contract/statements-imports-admin'
import { AppError } from '../../errors.ts'

/** The encoding that fits the bytes best. A few damaged characters do not change the answer. */
export function detectEncoding(bytes: Buffer): StatementEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2000)
  const zerosAt = (side: 0 | 1): number => start.filter((byte, i) => byte === 0 && i % 2 === side).length
  const [first, second] = [zerosAt(0), zerosAt(1)]
  if (Math.max(first, second) > start.length / 20) return second > first ? 'utf-16le' : 'utf-16be'
  const { whole, broken } = utf8Characters(bytes)
  if (broken * 10 <= whole) return 'utf-8'
  return looksChinese(bytes) ? 'gb18030' : 'windows-1252'
}

/** The text, without a byte order mark; bytes that do not fit become U+FFFD. Throws `statement.not_text`. */
export function decodeFile(bytes: Buffer, encoding: StatementEncoding): string {
  const head = bytes.toString('latin1', 0, 8)
  // Archives (and so spreadsheets), older spreadsheets, PDF.
  if (['PK\x03\x04', '\xd0\xcf\x11\xe0', '%PDF'].some((mark) => head.startsWith(mark))) throw new AppError('statement.not_text')
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0')) throw new AppError('statement.not_text')
  return text
}

/** Characters of several bytes: complete ones, and bytes that belong to none. */
function utf8Characters(bytes: Buffer): { whole: number; broken: number } {
  let [whole, broken] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    const more = byte >= 0xf0 && byte < 0xf8 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0
    const follows = bytes.subarray(i + 1, i + 1 + more)
    if (more > 0 && byte < 0xf8 && follows.length === more && follows.every((each) => each >> 6 === 2)) {
      whole++
      i += more
    } else broken++
  }
  return { whole, broken }
}

/** Chinese text is runs of pairs of high bytes; Western text has single ones among letters. */
function looksChinese(bytes: Buffer): boolean {
  let [pairs, others] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    if (byte >= 0xa1 && byte <= 0xf7 && (bytes[i + 1] ?? 0) >= 0xa1) {
      pairs++
      i++
    } else others++
  }
  return pairs > 2 * others
}
