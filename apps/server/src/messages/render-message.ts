import type { Placeholder } from '@portico/contract/message-placeholders'
import type { MessageText } from '@portico/contract/messages-admin'
import type { Language } from '@portico/contract/translations'
import { mailHtml, type MailLink, type MailPart } from './mail-layout.ts'

export type Values = Partial<Record<Placeholder, string>> & { site: string }
export type Rendered = { subject: string; html: string; text: string; sms: string }

/** `isAhead`: whether its first paragraph may be shown beside the subject, where others can see it. */
type More = { isAhead: boolean; links: MailLink[] }
const NOTHING: More = { isAhead: false, links: [] }
const LONGEST_VALUE = 500

/** A message as mail and as SMS, from one text. Values cannot add lines, paragraphs, links or markup. */
export function renderMessage(source: MessageText & { foot: string }, language: Language, given: Values, more: More = NOTHING): Rendered {
  const values: Values = { ...given }
  for (const [name, value] of Object.entries(values)) values[name as Placeholder] = oneLine(value).slice(0, LONGEST_VALUE)
  const fill = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name as Placeholder] ?? '–')
  // Split before it is filled, so that a value cannot be taken for a code or a link.
  const paragraphs = source.text.split(/\n[^\S\n]*\n\s*/).filter((text) => text.trim() !== '')
  const subject = oneLine(fill(source.subject))
  const foot = fill(source.foot)
  const parts = paragraphs.map((text) => partOf(text, fill, values))
  const ahead = more.isAhead ? oneLine(fill(paragraphs[0] ?? '')) : ''
  const below = [foot, ...more.links.map(({ label, href }) => `${label}: ${href}`)].join('\n')
  return {
    subject,
    html: mailHtml({ language, site: values.site, subject, ahead, parts, foot, links: more.links }),
    text: [...paragraphs.map(fill), `-- \n${below}`].join('\n\n'),
    sms: oneLine(fill(source.sms)),
  }
}

function partOf(paragraph: string, fill: (text: string) => string, values: Values): MailPart {
  const text = paragraph.trim()
  if (text === '{{code}}') return { kind: 'code', text: fill(text) }
  const label = /^([^{}\n]*?)[:：]?\s*\{\{link\}\}$/.exec(text)?.[1]
  if (label !== undefined && values.link !== undefined) return { kind: 'link', label: label || values.link, href: values.link }
  return { kind: 'text', text: fill(text) }
}

/** Without line breaks and other control characters, which would end a header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
