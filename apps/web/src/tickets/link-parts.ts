export interface TextPart {
  text: string
  /** null: no link. */
  href: string | null
}

/** An address, without the punctuation that ends the sentence it stands in. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'“”‘’，。；！？、（）《》【】]+/gi
const ENDING = /[.,:;!?)\]}]+$/

/** A text cut into addresses and what is between them. Only http and https, without a user name that would hide the real host. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const found of text.matchAll(ADDRESS)) {
    const address = trimmed(found[0])
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url || url.username !== '' || url.password !== '') continue
    if (found.index > at) parts.push({ text: text.slice(at, found.index), href: null })
    parts.push({ text: address, href: url.href })
    at = found.index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}

/** A closing bracket belongs to the address if it was opened in it. */
function trimmed(address: string): string {
  const end = ENDING.exec(address)?.[0] ?? ''
  if (!end.startsWith(')') || !address.includes('(')) return address.slice(0, address.length - end.length)
  return address.slice(0, address.length - end.length + 1)
}
