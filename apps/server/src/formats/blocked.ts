import type { Blocked, Site } from './feed-node.ts'

/** What youth mode blocks for a member. Both lists are empty for other members. */
export function blockedBy(site: Site): Blocked {
  return site.blocked ?? { suffixes: [], keywords: [] }
}

/** What is blocked as rules of Clash, Surge, Surfboard and Loon; none where nothing is. They belong before all that leads onwards. */
export function rejectLines(site: Site): string[] {
  const { suffixes, keywords } = blockedBy(site)
  return [...suffixes.map((suffix) => `DOMAIN-SUFFIX,${suffix},REJECT`), ...keywords.map((word) => `DOMAIN-KEYWORD,${word},REJECT`)]
}
