import { Parser } from 'htmlparser2'
import type { Email } from 'postal-mime'

/** Starts of a quoted mail, as programs write them in English and Chinese. */
const QUOTE_STARTS = [
  /^-{2,}\s*(original message|forwarded message|原始邮件|原邮件|转发邮件)\s*-{2,}/i,
  /^_{10,}$/,
  /^(on|am|le)\s.{4,200}\b(wrote|schrieb|a écrit)\s*[:：]$/i,
  /^.{4,200}(写道|寫道|来信)\s*[:：]$/,
  /^(from|发件人|寄件者)\s*[:：].{3,}$/i,
  /^-- ?$/,
]
const BLOCKS = new Set(['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3', 'blockquote', 'pre', 'table', 'ul', 'ol'])
const SILENT = new Set(['style', 'script', 'head', 'title', 'template'])

/** Most characters read of a mail. */
const MAX_READ = 500_000

/** What the sender wrote, without the quoted mail; '' if nothing. */
export function writtenPart(mail: Email): string {
  return withoutQuote((mail.text?.trim() ? mail.text : textOf(mail.html ?? '')).slice(0, MAX_READ)).slice(0, 8000)
}

export function withoutQuote(text: string): string {
  // Programs break the line "On … wrote:" in two.
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^(On .{4,120})\n(.{0,120}wrote:)$/gm, '$1 $2')
    .split('\n')
  // A quotation between answers stays: it says what they answer.
  const lastWritten = lines.findLastIndex((line) => !line.startsWith('>') && line.trim() !== '')
  const start = lines.findIndex(
    (line, at) => QUOTE_STARTS.some((pattern) => pattern.test(line.trim())) || (at > lastWritten && line.startsWith('>')),
  )
  const kept = start < 0 ? lines : lines.slice(0, start)
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The text of a mail that has HTML only. */
function textOf(html: string): string {
  let text = ''
  let silent = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (SILENT.has(name)) silent++
      if (BLOCKS.has(name)) text += '\n'
    },
    ontext: (part) => {
      if (silent === 0) text += part.replace(/\s+/g, ' ')
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--
      if (BLOCKS.has(name) && name !== 'br') text += '\n'
    },
  })
  parser.write(html.slice(0, MAX_READ))
  parser.end()
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}
