import { cleanName } from '../feed-node.ts'

/** An item of a line: a value, or key and value. A key with '' or false is left out. */
export type Item = string | readonly [key: string, value: string | boolean]

/** Node name for line formats, which cannot escape separators: those become full-width look-alikes. */
export function lineName(name: string): string {
  // Every character from 0x21 to 0x7e has its full-width form at this offset.
  return cleanName(name).replaceAll(/[,="'#;[\]{}|\\]|\/\//g, (text) =>
    Array.from(text, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)).join(''),
  )
}

/** Joins items. `value` makes each safe; null: one cannot be written. */
export function joinItems(items: readonly Item[], separator: string, value: (text: string) => string | null): string | null {
  const written: string[] = []
  for (const item of items) {
    const [key, given] = typeof item === 'string' ? [null, item] : item
    if (key !== null && (given === '' || given === false)) continue
    const text = given === true ? 'true' : value(String(given))
    if (text === null) return null
    written.push(key === null ? text : `${key}=${text}`)
  }
  return written.join(separator)
}

/** The text, quoted if it has a separator; null: it has a quote. */
export function quotedIfNeeded(text: string): string | null {
  if (/^[^\s,"'#;]*$/.test(text)) return text
  return text.includes('"') ? null : `"${text}"`
}

/** The text as it stands between quotes; null: it has a quote. */
export function betweenQuotes(text: string): string | null {
  return text.includes('"') ? null : text
}

/** For formats without quotes: the text; null if it has a comma, quote or space. */
export function bareOnly(text: string): string | null {
  return /[,"\s]/.test(text) ? null : text
}

/** A percent-encoded request path stays the same path. */
export function linePath(path: string): string {
  return path.replaceAll(/[^\w./?&=%~:@!$*+-]/gu, (char) => encodeURIComponent(char))
}
