/** A statement used this often is worth preparing. */
const OFTEN = 10
/** Prepared statements per connection; each takes about ten kilobytes. */
const MOST = 200
/** Texts whose uses are counted before the count starts over. */
const COUNTED = 2000
/** With a list, the best plan depends on the list's length, and often the text does too. */
const LIST = / in \(\$\d+, |unnest\(/

/**
 * For the connections of one pool: the name to prepare a text under; undefined: not worth it, or not yet. PostgreSQL needs longer
 * to parse and plan a statement than to answer most of ours.
 */
export function hotStatements(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST) return known
    const times = (uses.get(text) ?? 0) + 1
    if (times < OFTEN) {
      if (uses.size >= COUNTED) uses.clear()
      uses.set(text, times)
      return undefined
    }
    if (LIST.test(text)) return undefined
    uses.delete(text)
    const name = `hot-${names.size + 1}`
    names.set(text, name)
    return name
  }
}
