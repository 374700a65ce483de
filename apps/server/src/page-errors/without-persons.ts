/** A message without what may name a person or give access: addresses, queries, links, tokens, long numbers. */
export function safeMessage(text: string): string {
  return text
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replace(/\bhttps?:\/\/[^\s/"'`)]+/g, '')
    .replace(/[?#][^\s"'`):]*/g, '')
    .replace(/\/s\/[^\s"'`/]+/g, '/s/…')
    .replace(/\b(?=[\w-]*\d)[\w-]{16,}\b/g, '…')
    .replace(/\d{6,}/g, '…')
    .slice(0, 300)
}

/** A path with numbers, order numbers and tokens replaced by a mark, so that equal pages match. */
export function safePage(path: string): string {
  const [bare = ''] = path.split(/[?#]/)
  const parts = bare.split('/').map((part) => (/\d|@|%/.test(part) || part.length > 24 ? '…' : part))
  return parts
    .join('/')
    .replace(/^\/s\/.*/, '/s/…')
    .slice(0, 200)
}
