import { DomUtils, parseDocument } from 'htmlparser2'
import markdownIt from 'markdown-it'
import { cleanBody, countForeignImages } from './clean-body.ts'

/** Marks that other panels put around text for members with a plan. */
const ACCESS_MARKS = { start: /<!--\s*access start\s*-->/gi, end: /<!--\s*access end\s*-->/gi }

export type Imported = { title: string; body: string; dropped_images: number }

/** Clean HTML from HTML or Markdown. A first heading of level one is the title. */
export function importBody(format: 'html' | 'markdown', text: string): Imported {
  const [start, end] = ['<section data-audience="subscribers">', '</section>']
  const html = format === 'html' ? text : withMarks(text)
  // An end that is missing hides all that follows.
  const marked = html.replace(ACCESS_MARKS.start, start).replace(ACCESS_MARKS.end, end)
  const { title, rest } = takeTitle(marked)
  return { title, body: cleanBody(rest), dropped_images: countForeignImages(rest) }
}

/** HTML inside Markdown stays text, but for the marks. */
function withMarks(text: string): string {
  const markdown = markdownIt({ html: false, linkify: true })
  const mark = /(<!--\s*access (?:start|end)\s*-->)/i
  return text
    .split(mark)
    .map((part) => (mark.test(part) ? part : markdown.render(part)))
    .join('')
}

function takeTitle(html: string): { title: string; rest: string } {
  const document = parseDocument(html)
  const heading = DomUtils.findOne(({ name }) => name === 'h1', document.children, true)
  if (!heading) return { title: '', rest: html }
  const title = DomUtils.innerText(heading).replaceAll(/\s+/g, ' ').trim().slice(0, 150)
  DomUtils.removeElement(heading)
  return { title, rest: DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' }) }
}
