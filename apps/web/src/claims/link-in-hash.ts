import { useLocation } from '@tanstack/react-router'

/** The subscription link with which a page was opened, after the hash, which browsers send to nobody; '': none. */
export function useLinkInHash(): string {
  const hash = useLocation({ select: ({ hash: text }) => text })
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
