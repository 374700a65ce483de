import { Parser } from 'htmlparser2'

/** Elements inside each other in a body. Real texts have ten; each level costs parsers and renderers a call. */
const MAX_DEPTH = 50

/** The HTML up to the point where it nests too deep. The rest is dropped without being parsed. */
export function withinDepth(html: string): string {
  let depth = 0
  let end: number | null = null
  const parser = new Parser({
    onopentag() {
      if (++depth <= MAX_DEPTH || end !== null) return
      end = parser.startIndex
      parser.pause()
    },
    onclosetag() {
      depth--
    },
  })
  parser.write(html)
  return end === null ? html : html.slice(0, end)
}

export function isTooDeep(html: string): boolean {
  return withinDepth(html).length < html.length
}
