import { isIP } from 'node:net'
import type { ProtocolSettings } from '@portico/contract/protocols'

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

/** `url` is where the subscription is fetched: clients must reach it without a proxy. */
export type Site = { title: string; url: string; blocked?: Blocked }

/** Domains with their subdomains, and words of names, that a profile must not reach; absent: none. */
export type Blocked = { suffixes: readonly string[]; keywords: readonly string[] }

/** A node with everything the formats share worked out: a name of its own, a bare host, numbers for ports. */
export type Entry = {
  id: number
  name: string
  host: string
  port: number
  hop: { from: number; to: number }[] | null
  settings: ProtocolSettings
}

/**
 * Prepares nodes in order, with names unlike each other and unlike `reserved`, which belong to groups and built-ins.
 * A node whose port cannot be read is left out: one bad row must not cost members their whole profile. `tidy` makes a
 * name fit the format.
 */
export function toEntries(nodes: readonly FeedNode[], reserved: readonly string[], tidy = cleanName): Entry[] {
  const distinct = distinctNames(reserved)
  return nodes.flatMap((node) => {
    const ports = readPorts(node.port)
    if (!ports) return []
    const name = distinct(tidy(node.name) || `Node ${node.id}`)
    return [{ id: node.id, name, host: node.host.replace(/^\[(.*)\]$/, '$1'), ...ports, settings: node.settings }]
  })
}

/**
 * One line of visible text. Control characters, line breaks and characters YAML readers refuse become spaces;
 * marks that reorder text are dropped, so that a name cannot disguise itself. Emoji and every script stay.
 */
export function cleanName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\uFEFF\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Answers the name itself the first time, then with " 2", " 3" and so on, never one that is already taken. */
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

/** The ports to hop between, each as a range; none when the node has a single port. */
export function hopRanges({ hop }: Entry, separator: '-' | ':'): string[] {
  // A lone port is a range in the colon form and a number in the other.
  return (hop ?? []).map(({ from, to }) => (from === to && separator === '-' ? `${from}` : `${from}${separator}${to}`))
}

/** The host of the site's address, and whether it is an address rather than a name; null when there is none. */
export function siteHost(site: Site): { host: string; ip: 4 | 6 | null } | null {
  const url = URL.parse(site.url)
  if (!url?.hostname) return null
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(host)
  return { host, ip: version === 4 || version === 6 ? version : null }
}

function readPorts(text: string): Pick<Entry, 'port' | 'hop'> | null {
  const parts = text.split(',').map((part) => /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part))
  const ranges = parts.map((part) => ({ from: Number(part?.[1]), to: Number(part?.[2] ?? part?.[1]) }))
  const first = ranges[0]
  if (!first || ranges.some(({ from, to }) => !(from >= 1 && from <= to && to <= 65_535))) return null
  return { port: first.from, hop: ranges.length > 1 || first.to > first.from ? ranges : null }
}
