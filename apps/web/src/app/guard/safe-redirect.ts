const BASE = 'https://same.invalid'

/**
 * The path if it stays on this site, else null. Checks it as a browser reads it, also after percent-decoding:
 * `//host`, `/\host` and a scheme all lead to another site.
 */
export function safeRedirect(target: unknown): string | null {
  if (typeof target !== 'string') return null
  let text = target
  for (let round = 0; round < 4; round++) {
    if (!staysHere(text)) return null
    const decoded = decode(text)
    if (decoded === null) return null
    if (decoded === text) return target
    text = decoded
  }
  return null
}

function staysHere(path: string): boolean {
  // Browsers drop tabs and line breaks and read a backslash as a slash.
  // oxlint-disable-next-line no-control-regex
  if (!path.startsWith('/') || /^\/[/\\]/.test(path) || /[\\\u0000-\u001f\u007f]/.test(path)) return false
  return URL.canParse(path, BASE) && new URL(path, BASE).origin === BASE && !new URL(path, BASE).pathname.startsWith('//')
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
