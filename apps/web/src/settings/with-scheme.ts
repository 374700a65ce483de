/** An address on the web with `https://` in front if it has no scheme; other texts unchanged. */
export function withScheme(text: string): string {
  const isBare = /^[^\s/:?#@]+\.[^\s/:?#@.]{2,}(?=$|[/?#]|:\d)/.test(text.trim())
  return isBare ? `https://${text.trim()}` : text
}
