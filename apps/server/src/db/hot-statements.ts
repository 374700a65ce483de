import { hash } from 'node:crypto'

/** Uses of a statement from which preparing pays. */
const OFTEN = 10
/** Prepared statements per connection; each takes about ten kilobytes. */
const MOST = 200
/** Texts whose uses are counted; then counting starts over. */
const COUNTED = 2000
/** Statements with a list are not prepared: the best plan, and often the text, depends on its length. */
const LIST = / in \(\$\d+, |unnest\(/

/** Given as the name of a statement: prepare it at its first use. The connection replaces the name. */
export const AT_FIRST_USE = 'at first use'

/**
 * Names for preparing statements on one pool's connections; undefined: not frequent enough. `atOnce`: from the first use on. Parsing and
 * planning most statements takes PostgreSQL longer than answering them.
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
 * Name of a prepared statement, made from its text: some poolers share connections between processes and releases. 43 characters;
 * PostgreSQL allows 63.
 */
function nameOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
