import { hash } from 'node:crypto'

/** A statement used this often is worth preparing. */
const OFTEN = 10
/** Prepared statements per connection; each takes about ten kilobytes. */
const MOST = 200
/** Texts whose uses are counted before the count starts over. */
const COUNTED = 2000
/** With a list, the best plan depends on the list's length, and often the text does too. */
const LIST = / in \(\$\d+, |unnest\(/

/** Given as the name of a statement: prepare it at its first use. The connection replaces the name. */
export const AT_FIRST_USE = 'at first use'

/**
 * For the connections of one pool: the name to prepare a text under; undefined: not worth it, or not yet. `atOnce`: at its first use,
 * however many there are. PostgreSQL needs longer to parse and plan a statement than to answer most of ours.
 */
export function hotStatements(): (text: string, atOnce?: boolean) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text, atOnce = false) => {
    const known = names.get(text)
    if (known !== undefined || (names.size >= MOST && !atOnce)) return known
    const times = (uses.get(text) ?? 0) + 1
    if (times < OFTEN && !atOnce) {
      if (uses.size >= COUNTED) uses.clear()
      uses.set(text, times)
      return undefined
    }
    if (LIST.test(text) && !atOnce) return undefined
    uses.delete(text)
    const name = nameOf(text)
    names.set(text, name)
    return name
  }
}

/**
 * Some poolers hand one connection, with its statements, to processes that do not know each other, also of other releases. So the name
 * stands for the text: the same name is the same text. PostgreSQL takes 63 characters; these are 43.
 */
function nameOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
