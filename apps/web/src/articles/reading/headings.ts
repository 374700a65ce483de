import { masked } from '../../ui/prose/masked.ts'

export interface Heading {
  id: string
  text: string
  level: number
}

const HEADING = /<h([23])[^>]*? id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs
const OWN_LINK = /(<span data-link[^>]*>)([^<]*)/g
/** A tag, whose attributes may hold a `>`. */
const TAG = /<(?:"[^"]*"|[^">])*>/g
/** What the server writes as entities in a text. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }

/** The headings of an article's HTML that its contents lead to. Read as text: the server draws pages without a parser of HTML. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(HEADING)].flatMap(([, level, id = '', inner = '']) => {
    const text = plain(inner.replaceAll(OWN_LINK, (_, tag: string, link: string) => tag + masked(link)))
    return text === '' ? [] : [{ id, text, level: Number(level) }]
  })
}

function plain(html: string): string {
  return html
    .replaceAll(TAG, '')
    .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim()
}
