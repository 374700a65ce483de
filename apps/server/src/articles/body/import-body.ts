import { DomUtils, parseDocument } from 'htmlparser2'
import { MAX_BODY_LENGTH } from '@portico/contract/articles-admin'
import type { ErrorCode } from '@portico/contract/errors'
import markdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { AppError } from '../../errors.ts'
import { isTooDeep } from './body-depth.ts'
import { cleanBody, countForeignImages } from './clean-body.ts'
import { ancestors, type Element, htmlOf } from './elements.ts'

/** Comments by which other panels mark text for members with a plan. */
const ACCESS_MARK = /<!--\s*access[\s_-]*(start|end)\s*-*-->/i

export type Imported = { title: string; body: string; dropped_images: number }
type Part = { html: string; isHidden: boolean }

/**
 * Clean HTML from HTML or Markdown. A first heading of level one that all may read is the title.
 * Throws `article.too_deep` and `article.too_long` at `text`.
 */
export function importBody(format: 'html' | 'markdown', text: string): Imported {
  const markdown = markdownIt({ html: false, linkify: true }).use(cjkFriendly)
  const parts = partsOf(text).map((part) => (format === 'html' ? part : { ...part, html: markdown.render(part.html) }))
  if (parts.some(({ html }) => isTooDeep(html))) throw refused('article.too_deep')
  const title = takeTitle(parts)
  // Each part is cleaned by itself: an element that begins outside cannot end a hidden part.
  const body = cleanBody(parts.map(cleanPart).join(''))
  if (body.length > MAX_BODY_LENGTH) throw refused('article.too_long')
  if (isTooDeep(body)) throw refused('article.too_deep')
  return { title, body, dropped_images: parts.reduce((sum, { html }) => sum + countForeignImages(html), 0) }
}

/** The text between the marks. A mark without its counterpart hides all that follows. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let depth = 0
  let isBroken = false
  text.split(ACCESS_MARK).forEach((piece, index) => {
    if (index % 2 === 1) {
      depth += piece.toLowerCase() === 'start' ? 1 : -1
      isBroken ||= depth < 0
      return
    }
    const isHidden = isBroken || depth > 0
    const last = parts.at(-1)
    if (last?.isHidden && isHidden) last.html += `\n${piece}`
    else parts.push({ html: piece, isHidden })
  })
  return parts
}

function cleanPart({ html, isHidden }: Part): string {
  const clean = cleanBody(html)
  if (!isHidden) return clean
  return clean.trim() === '' ? '' : `<section data-audience="subscribers">${clean}</section>`
}

/** Takes the title out of the first open part that has one. */
function takeTitle(parts: Part[]): string {
  for (const part of parts) {
    if (part.isHidden) continue
    const document = parseDocument(part.html)
    const heading = DomUtils.getElementsByTagName('h1', document).find((found) => !isInSection(found))
    if (!heading) continue
    const title = DomUtils.innerText(heading).replaceAll(/\s+/g, ' ').trim().slice(0, 150)
    DomUtils.removeElement(heading)
    part.html = htmlOf(document)
    return title
  }
  return ''
}

/** Whether a heading is in a section, or a section in it: sections hide text. */
function isInSection(heading: Element): boolean {
  return DomUtils.getElementsByTagName('section', heading).length > 0 || [...ancestors(heading)].some(({ name }) => name === 'section')
}

function refused(code: ErrorCode): AppError {
  return new AppError(code, { fields: { text: code } })
}
