const THIRTY_DAYS = 30 * 24 * 60 * 60

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) !== name) continue
    try {
      return decodeURIComponent(part.slice(at + 1))
    } catch {
      return null
    }
  }
  return null
}

/** Stores a cookie for thirty days; null removes it. Not sent cross-site, and only over HTTPS if the page uses it. */
export function writeCookie(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = value === null ? 0 : THIRTY_DAYS
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`
}
