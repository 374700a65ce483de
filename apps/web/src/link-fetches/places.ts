import type { LinkFetch } from '@portico/contract/link-fetches'

/** Each client and network once, with its latest fetch. Keeps the order of the list, which is newest first. */
export function placesOf(fetches: LinkFetch[]): LinkFetch[] {
  const seen = new Set<string>()
  return fetches.filter(({ client, network }) => {
    const key = `${client} ${network}`
    return !seen.has(key) && seen.add(key)
  })
}
