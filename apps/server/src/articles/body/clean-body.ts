import { Audience } from '@portico/contract/articles'
import { ArticleFill } from '@portico/contract/articles-admin'
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { withinDepth } from './body-depth.ts'
import { settleSections } from './settle-sections.ts'

/** Elements without attributes of their own. */
const PLAIN = 'p h2 h3 h4 strong em s u sub sup kbd blockquote ul li thead tbody tr br hr table figure figcaption'.split(' ')
const OUR_PICTURE = /^\/files\/[0-9a-f]{32}\.[a-z]{3,4}$/
const SIZE = /^[1-9]\d{0,3}$/
const IDS = /^\d{1,15}(,\d{1,15}){0,49}$/

const options: IOptions = {
  allowedTags: [...PLAIN, 'ol', 'pre', 'code', 'a', 'img', 'th', 'td', 'aside', 'section', 'span'],
  allowedAttributes: {
    ol: ['start'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    aside: [{ name: 'data-kind', values: ['tip', 'note', 'warning'] }],
    section: ['data-audience', 'data-ids'],
    span: [{ name: 'data-fill', values: [...ArticleFill.options] }],
  },
  allowedClasses: { code: [/^language-[a-z0-9]{1,20}$/] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'svg', 'math', 'title', 'head'],
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
  },
}

/** Keeps what articles may contain and drops the rest. Cleaning twice changes nothing. Never throws. */
export function cleanBody(html: string): string {
  const clean = sanitize(withinDepth(html))
  const settled = settleSections(clean)
  return settled === null ? clean : sanitize(settled)
}

/** Like `cleanBody`, for notices: drops audience blocks with their content, and placeholders. Never throws. */
export function cleanNote(html: string): string {
  return sanitize(withinDepth(html), { hasBlocks: false })
}

function sanitize(html: string, { hasBlocks } = { hasBlocks: true }): string {
  return sanitizeHtml(html, {
    ...options,
    exclusiveFilter({ tag, attribs, text }) {
      if (!hasBlocks && (tag === 'section' || tag === 'span')) return tag === 'section' || 'excludeTag'
      if (tag === 'img') return !OUR_PICTURE.test(attribs['src'] ?? '')
      // A placeholder is an empty span; of other spans only the text is kept.
      if (tag === 'span') return attribs['data-fill'] === undefined ? 'excludeTag' : false
      if (tag === 'aside' && !attribs['data-kind']) return 'excludeTag'
      if (tag === 'a' && attribs['href'] === undefined) return text.trim() === '' || 'excludeTag'
      return false
    },
    transformTags: { ...options.transformTags, '*': checkAttributes },
  })
}

/** Number of pictures from other sites, which are dropped, because those sites would learn who reads. */
export function countForeignImages(html: string): number {
  let count = 0
  sanitizeHtml(withinDepth(html), {
    allowedTags: ['img'],
    allowedAttributes: { img: ['src'] },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag === 'img' && !OUR_PICTURE.test(attribs['src'] ?? '')) count++
      return true
    },
  })
  return count
}

function checkAttributes(tagName: string, attribs: Record<string, string>): sanitizeHtml.Tag {
  const kept = { ...attribs }
  const drop = (name: string, rule: RegExp): void => {
    if (kept[name] !== undefined && !rule.test(kept[name])) delete kept[name]
  }
  for (const name of ['width', 'height', 'colspan', 'rowspan', 'start']) drop(name, SIZE)
  drop('data-ids', IDS)
  // An unknown audience becomes `plans`: without ids, the block stays hidden instead of opening to all.
  if (tagName === 'section') kept['data-audience'] = Audience.safeParse(kept['data-audience']).data ?? 'plans'
  return { tagName, attribs: kept }
}
