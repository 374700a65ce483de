import type { Language } from '@portico/contract/translations'
import { Audience } from '@portico/contract/articles'
import { ArticleFill } from '@portico/contract/articles-admin'
import { DomUtils, parseDocument } from 'htmlparser2'
import { keptBySize } from '../../kept/kept-by-size.ts'
import { mayRead, type Reader } from '../audience.ts'
import { cleanBody } from './clean-body.ts'
import { type Element, htmlOf, type Node } from './elements.ts'
import { hiddenNote } from './hidden-note.ts'

/** Values of placeholders; null: the reader has none. */
export type Fills = Record<ArticleFill, string | null>

/** Characters of all bodies that are kept beside their clean forms, both counted. */
const MOST_KEPT = 8_000_000
const kept = keptBySize<string>(MOST_KEPT)

/** A clean body for one reader: hidden blocks become notes, placeholders get values, headings get ids, pictures load lazily. */
export function renderBody(body: string, reader: Reader, fills: Fills, language: Language): string {
  const document = parseDocument(cleanedOnce(body))
  let headings = 0
  const visit = (element: Element): void => {
    const { name, attribs } = element
    if (name === 'section' && !mayReadBlock(attribs, reader)) {
      replace(element, hiddenNote(reader, attribs['data-audience'], language))
      return
    }
    if (name === 'span') return fill(element, fills)
    // A link elsewhere must not be labelled with a secret, which a reader would take there.
    if (name === 'a') DomUtils.findAll(isSecret, element.children).forEach(DomUtils.removeElement)
    if (/^h[234]$/.test(name)) attribs['id'] = `h-${++headings}`
    if (name === 'img') attribs['loading'] = 'lazy'
    if (name === 'a' && attribs['href'] !== undefined) attribs['href'] = asReader(attribs['href'], reader)
    if (name === 'a' && /^https?:/i.test(attribs['href'] ?? '')) Object.assign(attribs, { target: '_blank', rel: 'noopener noreferrer' })
    if (name === 'section') element.attribs = {}
    childElements(element).forEach(visit)
  }
  childElements(document).forEach(visit)
  return htmlOf(document)
}

/** Cleaned again, as it may have been written under older rules or by hand; but not for each reader: of a long body, that costs most. */
function cleanedOnce(body: string): string {
  const known = kept.get(body)
  if (known !== undefined) return known
  const clean = cleanBody(body)
  kept.set(body, clean, body.length + clean.length)
  return clean
}

/** The plain text of a rendered body, for descriptions; at most `length` characters. */
export function plainText(html: string, length: number): string {
  return shortened(blocksOf(html).join(' '), length)
}

/** The plain text of a body, its paragraphs, headings and cells apart, to search and to read in one line. At most `length` characters. */
export function lineOf(html: string, length: number): string {
  return shortened(blocksOf(html).join(' · '), length)
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}

function blocksOf(html: string): string[] {
  const apart = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br ?\/?>/g, '$& ')
    .replaceAll(/<\/(p|h\d|li|td|th|pre)>/g, '$&\n')
  const blocks = DomUtils.textContent(parseDocument(apart)).split('\n')
  return blocks.map((block) => block.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}

/** The words of a body that every reader of its article may see: no block for some of them, no placeholder. For searching. */
export function openText(body: string): string {
  const document = parseDocument(cleanBody(body))
  const hidden = DomUtils.findAll(({ name, attribs }) => name === 'section' || attribs['data-fill'] !== undefined, document.children)
  hidden.forEach((element) => DomUtils.removeElement(element))
  return lineOf(htmlOf(document), Infinity)
}

/** Address of another article, in the reader's own area: member or public. */
function asReader(address: string, { accountId }: Reader): string {
  return address.replace(/^\/(?:help|article\/articleRead)\/(?=\d)/, accountId === null ? '/help/' : '/article/articleRead/')
}

function mayReadBlock(attribs: Record<string, string>, reader: Reader): boolean {
  const audience = Audience.safeParse(attribs['data-audience'])
  const ids = (attribs['data-ids'] ?? '').split(',').filter(Boolean).map(Number)
  return audience.success && mayRead(audience.data, ids, reader)
}

function isSecret({ attribs }: Element): boolean {
  return attribs['data-fill'] === 'subscription_link' || attribs['data-fill'] === 'subscription_qr'
}

/** Text goes in as text; the code of the link is drawn by the page from `data-qr`. */
function fill(element: Element, fills: Fills): void {
  const kind = ArticleFill.safeParse(element.attribs['data-fill'])
  const value = kind.success ? fills[kind.data] : null
  const isQr = kind.data === 'subscription_qr'
  // The page masks a link, which others may see over the reader's shoulder.
  element.attribs = value === null ? {} : isQr ? { 'data-qr': value } : kind.data === 'subscription_link' ? { 'data-link': '' } : {}
  const [text] = parseDocument('x').children
  element.children = []
  if (isQr || value === null || !text || !('data' in text)) return
  text.data = value
  DomUtils.appendChild(element, text)
}

function replace(element: Element, html: string): void {
  const [note] = parseDocument(html).children
  if (note) DomUtils.replaceElement(element, note)
}

function childElements(node: { children: Node[] }): Element[] {
  return node.children.filter((child): child is Element => 'attribs' in child)
}
