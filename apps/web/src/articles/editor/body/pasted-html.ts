const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const HANDLER = /\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi
const FOREIGN_PICTURE = /<img\b(?![^>]*\bsrc=["']?\/files\/)/gi

/**
 * Pasted HTML without event handlers. The schema drops them anyway and the browser runs none, but it reports each to the console while
 * the text is parsed.
 */
export function withoutHandlers(html: string): string {
  return html.replace(TAG, (tag) => tag.replace(HANDLER, ''))
}

/** Pictures of other sites, which the schema drops. */
export function countForeignPictures(html: string): number {
  return html.match(FOREIGN_PICTURE)?.length ?? 0
}
