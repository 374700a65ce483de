import { messagePlaceholders, type MessageTemplate } from './message-placeholders.ts'
import type { Rule } from './rule-texts.ts'

export type TextField = 'subject' | 'text' | 'sms'

/** The paragraphs of a mail's text: an empty line is between two. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** What a mail's layout draws in a paragraph: a code that stands alone, or a link after its label. null: the paragraph has words only. */
export function drawnPart(paragraph: string): { kind: 'code' } | { kind: 'link'; label: string } | null {
  if (paragraph === '{{code}}') return { kind: 'code' }
  const label = /^([^{}\p{Cc}\u2028\u2029]*?)[:：]?\s*\{\{link\}\}$/u.exec(paragraph)?.[1]
  return label === undefined ? null : { kind: 'link', label }
}

/**
 * The rule that a secret in this text breaks; null: none. Mail: the layout must draw the secret. SMS, push, bot: it must be set off, with
 * no other address in the text, else a preview could send it there.
 */
export function secretFault(template: MessageTemplate, field: TextField, text: string): Rule | null {
  const names: string[] = messagePlaceholders[template].secret.filter((name) => text.includes(`{{${name}}}`))
  if (names.length === 0) return null
  if (field === 'subject') return 'message.not_in_subject'
  return field === 'sms' ? faultInLine(text, names) : faultInMail(text, names)
}

function faultInMail(text: string, names: string[]): Rule | null {
  for (const paragraph of paragraphsOf(text)) {
    const name = names.find((one) => paragraph.includes(`{{${one}}}`))
    if (name === undefined) continue
    const part = drawnPart(paragraph)
    if (part === null) return name === 'code' ? 'message.code_alone' : 'message.link_at_end'
    if (part.kind === 'link' && hasAddress(part.label)) return 'message.other_address'
  }
  return null
}

/** Characters allowed beside a secret. Joiners of addresses and invisible characters are not among them. */
const BETWEEN = ' \u3000“”‘’"\'，、。；：！？,;!—–…·'
const before = new Set(`${BETWEEN}([（【「『《〈`)
const after = new Set(`${BETWEEN}.)]）】」』》〉`)

function faultInLine(text: string, names: string[]): Rule | null {
  for (const { 0: mark, 1: name = '', index } of text.matchAll(/\{\{(\w+)\}\}/g)) {
    const [left, right] = [text[index - 1] ?? ' ', text[index + mark.length] ?? ' ']
    if (names.includes(name) && !(before.has(left) && after.has(right))) return 'message.secret_beside'
  }
  // Any value may be the end of a host name, or its beginning.
  return hasAddress(text.replaceAll(/\{\{\w+\}\}/g, '11')) || /[.．]\{\{/.test(text) ? 'message.other_address' : null
}

/** Whether a program that looks for addresses would find one: a scheme, a host name or an IP address. Ignores invisible characters. */
export function hasAddress(text: string): boolean {
  const seen = text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    // Browsers read it as a dot; between two Chinese words it ends a sentence.
    .replaceAll(/。(?=[a-z])/gi, '.')
  return /\/\/|\\\\|[\p{L}\p{M}\p{N}]\.[a-z]{2}|[\p{L}\p{M}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu.test(seen)
}
