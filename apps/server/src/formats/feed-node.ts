import { isIP } from 'node:net'
import type { ProtocolSettings } from '@portico/contract/protocols'
import type { Language } from '@portico/contract/translations'
import type { RuleListName } from '../rule-lists/rule-list.ts'
import { placeOf } from './regions.ts'

/** A node as a member's profile needs it. `port` is "443", or a range or list like "20000-30000" for port hopping. */
export type FeedNode = {
  id: number
  name: string
  host: string
  port: string
  rate: number
  tags: string[]
  settings: ProtocolSettings
}

/**
 * `url` is where the subscription is fetched: clients must reach it without a proxy. Days are those of the IANA time zone `zone`.
 * `language` names the groups of built-in layouts; absent: English. `blockAds`: these layouts reject advertising.
 * `infoNodes`: lists of share links begin with the member's traffic and end. `updateHours`: how often apps fetch the link again.
 */
export type Site = {
  title: string
  url: string
  zone: string
  language?: Language | null
  blockAds?: boolean
  infoNodes?: boolean
  updateHours?: number
  blocked?: Blocked
  /** Rule lists as sing-box embeds them; null: missing. Absent: clients fetch them. */
  lists?: (name: RuleListName) => string | null
}

/** Domains with their subdomains, and keywords in names, that a profile must block; absent: none. */
export type Blocked = { suffixes: readonly string[]; keywords: readonly string[] }

/** A node prepared for all formats: a unique name, a host without brackets, and numeric ports. `place`: an ISO code. */
export type Entry = {
  id: number
  name: string
  place: string | null
  host: string
  port: number
  hop: { from: number; to: number }[] | null
  settings: ProtocolSettings
}

/**
 * Prepares nodes in order. Names are unique and none is in `reserved` (groups and built-ins); `tidy` makes a name fit the
 * format. A node with an unreadable port is left out: one bad row must not cost members their whole profile.
 */
export function toEntries(nodes: readonly FeedNode[], reserved: readonly string[], tidy = cleanName): Entry[] {
  const distinct = distinctNames(reserved)
  return nodes.flatMap((node) => {
    const ports = readPorts(node.port)
    if (!ports) return []
    const name = distinct(tidy(node.name) || `Node ${node.id}`)
    return [
      {
        id: node.id,
        name,
        place: placeOf([node.name, ...node.tags]),
        host: node.host.replace(/^\[(.*)\]$/, '$1'),
        ...ports,
        settings: node.settings,
      },
    ]
  })
}

/**
 * One visible line. Control characters, breaks and what YAML refuses become spaces; marks that reorder text are removed, so that no name
 * disguises itself.
 */
export function cleanName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\uFEFF\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns a name unchanged first, then with " 2", " 3" and so on, never one that is taken. */
export function distinctNames(taken: readonly string[]): (name: string) => string {
  const used = new Set(taken)
  const next = new Map<string, number>()
  return (name) => {
    let candidate = name
    let number = next.get(name) ?? 2
    while (used.has(candidate)) candidate = `${name} ${number++}`
    next.set(name, number)
    used.add(candidate)
    return candidate
  }
}

/** The ports to hop between, each as a range; empty if the node does not hop. */
export function hopRanges({ hop }: Entry, separator: '-' | ':'): string[] {
  // A single port is a range with ":" and a number with "-".
  return (hop ?? []).map(({ from, to }) => (from === to && separator === '-' ? `${from}` : `${from}${separator}${to}`))
}

/** The host of the site's URL, and its IP version if it is an address; null without a host. */
export function siteHost(site: Site): { host: string; ip: 4 | 6 | null } | null {
  const url = URL.parse(site.url)
  if (!url?.hostname) return null
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(host)
  return { host, ip: version === 4 || version === 6 ? version : null }
}

/** URL of the site's rule lists. */
export function rulesUrl(site: Site): string {
  return `${URL.canParse(site.url) ? site.url : 'http://127.0.0.1'}/rules`
}

/** Parses ports; null: none can be read. */
export function readPorts(text: string): Pick<Entry, 'port' | 'hop'> | null {
  const parts = text.split(',').map((part) => /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part))
  const ranges = parts.map((part) => ({ from: Number(part?.[1]), to: Number(part?.[2] ?? part?.[1]) }))
  const first = ranges[0]
  if (!first || ranges.some(({ from, to }) => !(from >= 1 && from <= to && to <= 65_535))) return null
  return { port: first.from, hop: ranges.length > 1 || first.to > first.from ? ranges : null }
}
