import { blockedBy } from '../blocked.ts'
import { type Site, siteHost } from '../feed-node.ts'

/** What a rule of sing-box matches, any of its lists; null where nothing is blocked. */
export function singBoxReject(site: Site): { domain?: string[]; domain_suffix?: string[]; domain_keyword?: string[] } | null {
  const { suffixes, keywords } = blockedBy(site)
  if (suffixes.length + keywords.length === 0) return null
  // Old cores read a suffix without its dot as the end of any name, so that "x.com" would also be "netflix.com".
  return {
    ...(suffixes.length > 0 && { domain: [...suffixes], domain_suffix: suffixes.map((suffix) => `.${suffix}`) }),
    ...(keywords.length > 0 && { domain_keyword: [...keywords] }),
  }
}

/**
 * A sing-box profile of an operator's with the rule put in: behind what looks into connections, because names are known only
 * then, and the site itself before it.
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
  return { ...profile, route: { ...profile.route, rules: [...first, ...own, { ...match, action: 'reject' }, ...rules.slice(at)] } }
}
