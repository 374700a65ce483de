type Part = { text: string; href: string | null }

/** No brackets or quotes: an address often stands in them. Characters that turn the direction of text could hide where a link leads. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`{}|\\^\u3000-\u303f\uff00-\uffef\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi

/** A text in parts: what reads as an http or https address is a link, everything else is text. Together the parts are the text. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    const href = hrefOf(address)
    if (href === null) continue
    if (index > end) parts.push({ text: text.slice(end, index), href: null })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** An address without its sentence's full stop, or a bracket opened before. */
function withoutEnd(address: string): string {
  const ends = address.includes('(') ? '.,;:!?' : '.,;:!?)'
  let length = address.length
  while (ends.includes(address.charAt(length - 1))) length--
  return address.slice(0, length)
}

/** Link of an address; null: none, or one that shows a name and leads elsewhere. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}
