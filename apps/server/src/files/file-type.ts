import type { FileType } from '@portico/contract/files'
import { AppError } from '../errors.ts'

export type Sniffed = 'picture' | Exclude<FileType, 'image/webp' | 'text/plain'>

/**
 * Type of a file by its bytes. Throws `file.empty`, `file.unknown_type` (also for SVG and HTML, which can carry scripts), and
 * `file.damaged` for a PDF or archive without its end. Pictures are checked when decoded.
 */
export function sniff(bytes: Buffer): Sniffed {
  if (bytes.length === 0) throw new AppError('file.empty')
  if (isPicture(bytes)) return 'picture'
  if (has(bytes, 0, '%PDF-')) return whole(bytes, '%%EOF', 2048, 'application/pdf')
  // The record at the end of an archive may be followed by a comment of 65,535 bytes.
  if (has(bytes, 0, 'PK\x03\x04')) return whole(bytes, 'PK\x05\x06', 65_557, 'application/zip')
  throw new AppError('file.unknown_type')
}

/** Like `sniff`, but accepts text in UTF-8, such as logs, which is never shown as a page. Throws `file.unknown_private` for other types. */
export function sniffPrivate(bytes: Buffer): Sniffed | 'text/plain' {
  try {
    return sniff(bytes)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'file.unknown_type') throw error
    if (isText(bytes)) return 'text/plain'
    throw new AppError('file.unknown_private')
  }
}

function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- a text has no control characters but these
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text)
  } catch {
    return false
  }
}

function isPicture(bytes: Buffer): boolean {
  if (has(bytes, 0, '\x89PNG\r\n\x1a\n') || has(bytes, 0, '\xff\xd8\xff')) return true
  if (has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a')) return true
  if (has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP')) return true
  return has(bytes, 4, 'ftypavif') || has(bytes, 4, 'ftypavis')
}

function has(bytes: Buffer, at: number, text: string): boolean {
  return bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
}

function whole<T>(bytes: Buffer, mark: string, within: number, type: T): T {
  if (!bytes.subarray(-within).includes(mark)) throw new AppError('file.damaged')
  return type
}
