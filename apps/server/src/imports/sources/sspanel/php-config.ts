/**
 * The texts that `$_ENV['name'] = …;` gives in SSPanel's `.config.php`: quoted, or another entry by its name. Later lines count, as in PHP.
 * Anything else, such as a list, is left out.
 */
export function readPhpConfig(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of withoutComments(text).matchAll(ENTRY)) {
    const other = /^\$_ENV\[\s*['"](\w+)['"]\s*\]$/.exec(value)?.[1]
    const given = other === undefined ? unquoted(value) : found.get(other)
    if (given !== undefined) found.set(name, given)
  }
  return found
}

const QUOTED = String.raw`'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"`
const ENTRY = new RegExp(String.raw`\$_ENV\[\s*['"](\w+)['"]\s*\]\s*=\s*(${QUOTED}|\$_ENV\[\s*['"]\w+['"]\s*\]|[\w.]+)\s*;`, 'g')
const COMMENTS = new RegExp(String.raw`(${QUOTED})|//[^\n]*|#[^\n]*|/\*[\s\S]*?\*/`, 'g')

function withoutComments(text: string): string {
  return text.replace(COMMENTS, (_all, quoted: string | undefined) => quoted ?? ' ')
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', v: '\v', e: '\u001B', f: '\f', '\\': '\\', $: '$', '"': '"' }

/** In single quotes PHP reads only two escapes; a backslash before any other letter stays. */
function unquoted(value: string): string {
  const inner = value.slice(1, -1)
  if (value.startsWith("'")) return inner.replace(/\\([\\'])/g, '$1')
  if (value.startsWith('"')) return inner.replace(/\\([nrtvef\\$"])/g, (_all, letter: string) => ESCAPES[letter] ?? letter)
  return value
}
