import { cleanName } from '../feed-node.ts'

/** One item of a line: a bare value, or a key and its value. A key whose value is '' or false is left out. */
export type Item = string | readonly [key: string, value: string | boolean]

/**
 * A name for the formats that put a node on a line: they know no way to escape what separates their parts, so those
 * characters become their wide twins, which read alike.
 */
export function lineName(name: string): string {
  // From 0x21 to 0x7e every character has its twin at this distance.
  return cleanName(name).replaceAll(/[,="'#;[\]{}|\\]|\/\//g, (text) =>
    Array.from(text, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)).join(''),
  )
}

/** Items joined by `separator`, values made safe by `value`; null where one of them cannot be written at all. */
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

/** In quotes where a reader might take a part of it for a separator. */
export function quotedIfNeeded(text: string): string | null {
  if (/^[^\s,"'#;]*$/.test(text)) return text
  return text.includes('"') ? null : `"${text}"`
}

/** For formats without quotes: nothing they would read as a separator, a comment or an end. */
export function bareOnly(text: string): string | null {
  return /[,"\s]/.test(text) ? null : text
}

/** A path of a request may be percent-encoded without becoming another. */
export function linePath(path: string): string {
  return path.replaceAll(/[^\w./?&=%~:@!$*+-]/gu, (char) => encodeURIComponent(char))
}
