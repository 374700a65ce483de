import { isDeepStrictEqual } from 'node:util'
import { blockedBy } from '../blocked.ts'
import { type Site, siteHost } from '../feed-node.ts'

/** The blocked names as a sing-box match, which applies if any of its lists does; null if nothing is blocked. */
export function singBoxReject(site: Site): { domain?: string[]; domain_suffix?: string[]; domain_keyword?: string[] } | null {
  const { suffixes, keywords } = blockedBy(site)
  if (suffixes.length + keywords.length === 0) return null
  // Old cores compare a suffix without a dot with the end of any name: "x.com" would also match "netflix.com".
  return {
    ...(suffixes.length > 0 && { domain: [...suffixes], domain_suffix: suffixes.map((suffix) => `.${suffix}`) }),
    ...(keywords.length > 0 && { domain_keyword: [...keywords] }),
  }
}

/**
 * Adds the reject rule to an operator's profile: after the rules that inspect connections, because names are known only then.
 * A direct rule for the site goes before it.
 */
export function withSingBoxReject<T extends { route?: Record<string, unknown> }>(profile: T, site: Site, direct: string | null): T {
  const match = singBoxReject(site)
  if (!match) return profile
  const rules: unknown[] = Array.isArray(profile.route?.['rules']) ? profile.route['rules'] : []
  const isLooking = (rule: unknown): boolean =>
    rule !== null && typeof rule === 'object' && 'action' in rule && ['sniff', 'resolve', 'hijack-dns'].includes(String(rule.action))
  const place = rules.findIndex((rule) => !isLooking(rule))
  const at = place < 0 ? rules.length : place
  const looked = rules.slice(0, at)
  const host = siteHost(site)
  const own = host && !host.ip && direct !== null ? [{ domain: [host.host], action: 'route', outbound: direct }] : []
  const first = looked.length > 0 ? looked : [{ action: 'sniff' }]
  const rest = rules.slice(at).filter((rule) => !own.some((one) => isDeepStrictEqual(one, rule)))
  return { ...profile, route: { ...profile.route, rules: [...first, ...own, { ...match, action: 'reject' }, ...rest] } }
}
