import { cleanName } from '../feed-node.ts'

/** One item of a line: a bare value, or a key and its value. A key whose value is '' or false is left out. */
export type Item = string | readonly [key: string, value: string | boolean]

/**
 * A name for formats with one node per line. They cannot escape separators, so those characters become their full-width
 * forms, which look alike.
 */
export function lineName(name: string): string {
  // Every character from 0x21 to 0x7e has its full-width form at this offset.
  return cleanName(name).replaceAll(/[,="'#;[\]{}|\\]|\/\//g, (text) =>
    Array.from(text, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)).join(''),
  )
}

/** Joins items with `separator`. `value` makes each value safe; null if one of them cannot be written. */
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

/** Quoted if a parser might read part of it as a separator; null if it contains a quote itself. */
export function quotedIfNeeded(text: string): string | null {
  if (/^[^\s,"'#;]*$/.test(text)) return text
  return text.includes('"') ? null : `"${text}"`
}

/** For formats without quotes: null if the text contains a comma, a quote or white space. */
export function bareOnly(text: string): string | null {
  return /[,"\s]/.test(text) ? null : text
}

/** A percent-encoded request path stays the same path. */
export function linePath(path: string): string {
  return path.replaceAll(/[^\w./?&=%~:@!$*+-]/gu, (char) => encodeURIComponent(char))
}
