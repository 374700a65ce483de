import type { Blocked, Site } from './feed-node.ts'

/** Names that youth mode blocks for a member; empty for others. */
export function blockedBy(site: Site): Blocked {
  return site.blocked ?? { suffixes: [], keywords: [] }
}

/** Blocked names as rules for Clash, Surge, Surfboard and Loon. They go before any rule that lets traffic through. */
export function rejectLines(site: Site): string[] {
  const { suffixes, keywords } = blockedBy(site)
  return [...suffixes.map((suffix) => `DOMAIN-SUFFIX,${suffix},REJECT`), ...keywords.map((word) => `DOMAIN-KEYWORD,${word},REJECT`)]
}
