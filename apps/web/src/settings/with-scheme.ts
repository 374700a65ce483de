/** An address with `https://` if it lacks a scheme; other text unchanged. */
export function withScheme(text: string): string {
  const isBare = /^[^\s/:?#@]+\.[^\s/:?#@.]{2,}(?=$|[/?#]|:\d)/.test(text.trim())
  return isBare ? `https://${text.trim()}` : text
}
