import { messagePlaceholders, type Placeholder } from '@portico/contract/message-placeholders'
import { drawnPart, hasAddress, paragraphsOf } from '@portico/contract/secret-in-text'
import type { Language } from '@portico/contract/translations'
import { coloursOf, DEFAULT_COLOUR } from '@portico/contract/shades'
import { mailHtml, type MailLink, type MailLook, type MailPart, plainPart } from './mail-layout.ts'
import type { TextSource } from './message-texts.ts'

export type Values = Partial<Record<Placeholder, string>> & { site: string }
export type Rendered = { subject: string; html: string; text: string; sms: string }

/** `isAhead`: whether its first paragraph may be shown beside the subject, where others can see it. */
type More = { isAhead: boolean; links: MailLink[]; look: MailLook }
const NOTHING: More = {
  isAhead: false,
  links: [],
  look: { colour: coloursOf(DEFAULT_COLOUR).strong, logo: null },
}
const LONGEST_VALUE = 500

/**
 * A message as mail and as SMS, from one text. Values cannot add lines, paragraphs, links or markup. Secrets stand only where the layout
 * of the mail draws them, and in the SMS.
 */
export function renderMessage(source: TextSource, language: Language, given: Values, more: More = NOTHING): Rendered {
  const values: Values = { ...given }
  for (const [name, value] of Object.entries(values)) values[name as Placeholder] = oneLine(value).slice(0, LONGEST_VALUE)
  const { secret } = messagePlaceholders[source.template]
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name as Placeholder)))
  const fill = (text: string, by: Values = { site: values.site, ...shown }): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => by[name as Placeholder] ?? '–')
  // Split before it is filled, so that a value cannot be taken for a code or a link.
  const paragraphs = paragraphsOf(source.text)
  const subject = oneLine(fill(source.subject))
  const foot = fill(source.foot)
  const parts = paragraphs.map((text) => partOf(text, fill, values))
  const ahead = more.isAhead ? oneLine(fill(paragraphs[0] ?? '')) : ''
  const below = [foot, ...more.links.map(({ label, href }) => `${label}: ${href}`)].join('\n')
  const hasSecret = secret.some((name) => source.sms.includes(`{{${name}}}`))
  return {
    subject,
    html: mailHtml({ language, site: values.site, subject, ahead, parts, foot, links: more.links, look: more.look }),
    text: [...parts.map(plainPart), `-- \n${below}`].join('\n\n'),
    sms: oneLine(fill(source.sms, hasSecret ? besideSecret(values, secret) : values)),
  }
}

function partOf(paragraph: string, fill: (text: string) => string, { code, link }: Values): MailPart {
  const drawn = drawnPart(paragraph)
  if (drawn?.kind === 'code' && code !== undefined) return { kind: 'code', text: code }
  if (drawn?.kind === 'link' && link !== undefined) return { kind: 'link', label: drawn.label || link, href: link }
  return { kind: 'text', text: fill(paragraph) }
}

/** Values that are no part of an address with the secret, as its start or its end. Programs take `，` for a letter of a host name. */
function besideSecret(values: Values, secret: Placeholder[]): Values {
  const safe = (name: string, value: string): string =>
    secret.includes(name as Placeholder) || !hasAddress(value) ? value : value.replaceAll(/[/\\?#=&%@:.．。｡․]+/g, ' ').trim()
  return { ...values, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, safe(name, value)])) }
}

/** The text as one line, without control characters that would end a header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
