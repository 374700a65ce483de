import { Parser } from 'htmlparser2'
import type { Email } from 'postal-mime'

// How programs begin what they quote, in English and Chinese: Gmail, Outlook, Apple, QQ, 163, Foxmail, Spark, Airmail, Thunderbird, Yahoo,
// Proton. Some mark each quoted line by `>`; the others only say whose words follow.
const WROTE = /^(?:on|at)\s(?=.*\d).{6,400}\bwrote\s*[:：]?$/i
const WROTE_ZH = /^(?=.*\d).{4,400}(?:写道|寫道)\s*[:：]?$/
const ORIGINAL =
  /^[-‐—_=*]{2,} *(?:original(?: message)?|forwarded message|replied message|原始邮件|邮件原件|原邮件|回复的原邮件|转发邮件|转发的邮件|原始郵件|轉寄郵件) *[-‐—_=*]{2,}$/i
/** The same without its rules, which QQ mail draws in HTML. */
const BARE_ORIGINAL = /^(?:original(?: message)?|原始邮件)$/i
/** Yahoo goes on in the line. */
const WROTE_ON = /^\s*on\s(?=.*\d).{6,300}\bwrote: {2,}\S/i
const FROM = /^[|*\s]*(?:from|发件人|寄件者|寄件人)\s*\*?\s*[:：|]\s*\S/i
/** A header that the words of a person hardly have below `From:`. */
const DATED = /^[|*\s]*(?:sent|date|subject|发送时间|发送日期|时间|日期|主题|寄件日期|主旨)\s*\*?\s*[:：|]/i
const HEADER_LINES = 5
/** What a program adds above a quotation: a rule, its own name. */
const ADDED = /^(?:_{10,}|-{2,} ?|(?:sent (?:from|with|via)|get outlook for) .{1,60}|(?:发自|發自|获取 ?outlook).{1,40}|)$/i
const isAdded = (line: string): boolean => ADDED.test(line.trim()) || ORIGINAL.test(line.trim()) || BARE_ORIGINAL.test(line.trim())
/** Who answers between unmarked lines says so. */
const POINTS_BELOW = /\b(?:answers?|replies|comments?) (?:are )?(?:below|inline|in line)\b|(?<!看)见下[文面方]|写在下|文中回复/i
const SIGNATURE_LINES = 8

const BLOCKS = new Set(['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3', 'blockquote', 'pre', 'table', 'ul', 'ol', 'hr'])
const SILENT = new Set(['style', 'script', 'head', 'title', 'template'])

/** Most characters read of a mail. */
const MAX_READ = 500_000
const MAX_WRITTEN = 8000

/**
 * `text`: what the sender wrote, '' if nothing. `below`: then the whole mail, or the quotation of which the text says that answers are in it.
 * Nothing marks what is quoted there.
 */
export type Written = { text: string; below: string }

/** What the sender wrote, without the quoted mail. */
export function writtenPart(mail: Pick<Email, 'text' | 'html' | 'from'>): Written {
  return withoutQuote((mail.text?.trim() ? mail.text : textOf(mail.html ?? '')).slice(0, MAX_READ), mail.from?.address)
}

/** Takes the quotation out. Answers above, between and below stay; nothing goes unless it is quoted. `sender`: Foxmail adds the address. */
export function withoutQuote(text: string, sender = ''): Written {
  const lines = joined(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/\u00a0|&nbsp;/g, ' ')
      .split('\n'),
  )
  const own = withoutMarked(lines)
  const start = own.findIndex((line, at) => startsQuote(own, line, at))
  const kept = tidy(start < 0 ? own : withoutAdded(own.slice(0, start), sender))
  if (start >= 0 && kept.length < 200 && POINTS_BELOW.test(kept)) return { text: kept, below: tidy(own.slice(start)) }
  return { text: kept, below: kept === '' ? tidy(start < 0 ? lines : own) : '' }
}

/** The lines of `below` that none of these texts has, without the quoted headers: the answer to them. '' if it knows none of them. */
export function unknownPart(below: string, known: string[]): string {
  const said = new Set(known.flatMap((text) => text.split('\n').map(squeezed)).filter(Boolean))
  const lines = below.split('\n')
  const first = lines.findIndex((line) => said.has(squeezed(line)))
  return first < 0 ? '' : tidy(lines.slice(first).filter((line) => !said.has(squeezed(line))))
}

const squeezed = (line: string): string => line.replaceAll(/\s+/g, ' ').trim()

/** Programs break the line that says who wrote in two or three. */
function joined(lines: string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const follows = lines[at + 1] ?? ''
    // Gmail in Chinese puts the name, or the name and the address, on a line of its own.
    if (line.length < 200 && line.trim() !== '' && /^(?:<[^>]*> )?于/.test(follows) && isAttribution(follows) && !line.startsWith('>'))
      continue
    const isStart = line.length < 200 && /^\s*(?:on|at|在|于)\s.*\d|^[^>]*\d{4}/i.test(line) && !isAttribution(line)
    const more = isStart ? [1, 2].find((count) => isAttribution(lines.slice(at, at + count + 1).join(' '))) : undefined
    const after = lines.slice(at + 1, at + 1 + (more ?? 0)).join(' ')
    if (more === undefined || (isAttribution(after) && /\d{4}/.test(after))) kept.push(line)
    else {
      kept.push(lines.slice(at, at + more + 1).join(' '))
      at += more
    }
  }
  return kept
}

function isAttribution(line: string): boolean {
  const plain = line.trim()
  return plain.length < 500 && (WROTE.test(plain) || WROTE_ZH.test(plain) || WROTE_ON.test(line))
}

/**
 * Without the lines marked by `>`, and those that say whose they are. Marked lines that nothing announces are a quotation if the mail begins
 * or ends with them; else someone may have written them.
 */
function withoutMarked(lines: string[]): string[] {
  const isMarked = (line = ''): boolean => line.startsWith('>')
  const isFilled = (line: string): boolean => line.trim() !== ''
  const next = (at: number): string | undefined => lines.slice(at + 1, at + 6).find(isFilled)
  const announces = (line: string, at: number): boolean => !isMarked(line) && isMarked(next(at)) && (isAttribution(line) || saysWho(line))
  const announced = lines.findIndex(announces)
  const isAround = isMarked(lines.find(isFilled)) || isMarked(lines.findLast(isFilled))
  if (announced < 0) return isAround ? lines.filter((line) => !isMarked(line)) : lines
  const above = lines.slice(0, lines.slice(0, announced).findLastIndex((line) => !isAdded(line)) + 1)
  return [...above, '', ...lines.slice(announced).filter((line, at) => !isMarked(line) && !announces(line, announced + at))]
}

/** What says in any language who wrote when: only where a marked line follows. */
function saysWho(line: string): boolean {
  return line.length < 500 && /[:：]\s*$/.test(line) && /\d/.test(line) && /@|\b20\d\d\b|20\d\d年/.test(line)
}

/** Whether what follows is quoted without marks. */
function startsQuote(lines: string[], line: string, at: number): boolean {
  const plain = line.trim()
  if (plain.length > 500 || lines.slice(at + 1, at + 200).every((other) => other.trim() === '')) return false
  if (ORIGINAL.test(plain) || isAttribution(plain)) return true
  if (!FROM.test(plain)) return false
  const below = lines.slice(at + 1, at + 12).filter((other) => other.trim() !== '')
  return below.slice(0, HEADER_LINES).some((other) => DATED.test(other.slice(0, 500)))
}

/** What stands above a quotation, without what the program added there and without a signature. */
function withoutAdded(lines: string[], sender: string): string[] {
  const sign = lines.findLastIndex((line) => line === '-- ')
  const kept = sign >= 0 && lines.length - sign <= SIGNATURE_LINES ? lines.slice(0, sign) : lines
  return kept.slice(0, kept.findLastIndex((line) => !isAdded(line) && line.trim() !== sender) + 1)
}

function tidy(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_WRITTEN)
}

/** The text of a mail that has HTML only. Quoted blocks are marked by `>`. */
function textOf(html: string): string {
  const lines: string[] = []
  let line = ''
  let silent = 0
  let depth = 0
  const end = (): void => {
    lines.push(depth > 0 && line.trim() !== '' ? `> ${line.trim()}` : line.trim())
    line = ''
  }
  const parser = new Parser({
    onopentag: (name) => {
      if (SILENT.has(name)) silent++
      if (BLOCKS.has(name)) end()
      if (name === 'blockquote') depth++
    },
    ontext: (part) => {
      if (silent === 0) line += part.replace(/\s+/g, ' ')
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--
      if (BLOCKS.has(name) && name !== 'br') end()
      if (name === 'blockquote') depth--
    },
  })
  parser.write(html.slice(0, MAX_READ))
  parser.end()
  end()
  return lines.join('\n')
}
