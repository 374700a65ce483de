import type { Button } from './outbox.ts'

/** A button to a page; none where the site has no address that Telegram accepts. */
export function linkButton(text: string, url: string): Button[][] {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const isPublic = host.includes('.') && !/^(127\.|0\.0\.0\.0$|10\.|192\.168\.)/.test(host)
  return isPublic ? [[{ text, url }]] : []
}
