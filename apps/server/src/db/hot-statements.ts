/** A statement that comes this often is worth preparing. */
const OFTEN = 10
/** Each connection keeps what it has prepared, some ten kilobytes apiece. */
const MOST = 200
/** Texts whose uses are counted; then counting begins anew. */
const COUNTED = 2000
/** With a list the best plan depends on its length, and often the text too. */
const LIST = / in \(\$\d+, |unnest\(/

/**
 * For the connections of one pool: the name to prepare a text under; undefined: it is not worth it, or not yet. To parse and plan a
 * statement takes PostgreSQL longer than most of ours take to answer.
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
