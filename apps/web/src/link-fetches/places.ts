import type { LinkFetch } from '@portico/contract/link-fetches'

/** Each client and network once, with its latest fetch; in the order of the list, which begins with the newest. */
export function placesOf(fetches: LinkFetch[]): LinkFetch[] {
  const seen = new Set<string>()
  return fetches.filter(({ client, network }) => {
    const key = `${client} ${network}`
    return !seen.has(key) && seen.add(key)
  })
}
