/** The browser a visitor claims to use, if the extension exists for its kind. Edge also claims to be Chrome. */
export function browserOf(userAgent: string): 'chrome' | 'edge' | 'firefox' | null {
  if (userAgent.includes('Edg/')) return 'edge'
  if (userAgent.includes('Firefox/')) return 'firefox'
  return /(Chrome|Chromium)\//.test(userAgent) ? 'chrome' : null
}
