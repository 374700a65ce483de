import { PROTOCOLS, type ProtocolSettings } from '@portico/contract/protocols'
import { type Feature, featuresOf } from './features.ts'
import { atLeast } from './versions.ts'

export const FORMATS = [
  'uri',
  'shadowrocket',
  'mihomo',
  'clash',
  'stash',
  'sing-box',
  'xray',
  'surge',
  'surfboard',
  'loon',
  'quantumult-x',
  'sip008',
  'outline',
] as const
/** A proxy auto-configuration is asked for at an address of its own, never by a flag. */
export type Format = (typeof FORMATS)[number] | 'pac'

/** A format as one client takes it. Dialects with the same key make the same profiles. */
export type Dialect = {
  format: Format
  lacks: ReadonlySet<Feature>
  /** The sing-box layout: the minor version of core 1 that brought the newest form this client reads. */
  layout: number
  key: string
}

/**
 * The dialect of a program, which is the client or the core inside it, whichever told its version. What is not told
 * counts as current.
 */
export function dialectOf(format: Format, program: string | null = null, version: string | null = null): Dialect {
  const since = minimums[program ?? format] ?? {}
  const old = Object.entries(since).flatMap(([feature, least]) => (atLeast(version, least) ? [] : [feature as Feature]))
  const told = program === 'sing-box' ? version : null
  // Apps with a core of their own build are often without it, and one unknown entry costs the whole profile.
  const unsure: Feature[] = format === 'sing-box' && told === null ? ['naive'] : []
  const lacks = new Set([...(missing[format] ?? []), ...old, ...unsure])
  const layout = format === 'sing-box' ? (LAYOUTS.find((minor) => atLeast(told, [1, minor])) ?? 8) : 0
  return { format, lacks, layout, key: [format, layout, ...old, ...unsure].join(' ') }
}

export function takes({ lacks }: Dialect, settings: ProtocolSettings): boolean {
  return featuresOf(settings).every((feature) => !lacks.has(feature))
}

// DNS servers with a type came with 1.12, actions of rules with 1.11, one list of addresses with 1.10.
const LAYOUTS = [12, 11, 10] as const

const onlyNewCores = ['vless-xhttp', 'vless-encryption', 'ech'] as const
const upgrades = ['vless-httpupgrade', 'vmess-httpupgrade'] as const
const grpc = ['vless-grpc', 'vmess-grpc', 'trojan-grpc'] as const
const vless = ['vless', 'vless-reality', 'vision'] as const
const rare = ['hysteria', 'naive', 'mieru'] as const
const notHttp = PROTOCOLS.filter((protocol) => protocol !== 'http')
const notShadowsocks = PROTOCOLS.filter((protocol) => protocol !== 'shadowsocks')

/** What a format has no words for, or no client of it understands. */
const missing: Partial<Record<Format, readonly Feature[]>> = {
  shadowrocket: ['vless-encryption', 'ech', 'naive', 'mieru'],
  mihomo: ['naive'],
  clash: [...onlyNewCores, ...upgrades, ...vless, 'trojan-reality', 'ss-2022', ...rare, 'hysteria2', 'tuic', 'anytls'],
  stash: [...onlyNewCores, ...upgrades, 'trojan-reality', 'naive', 'mieru'],
  'sing-box': ['vless-xhttp', 'vless-encryption', 'mieru', 'socks-tls'],
  // Certificates cannot go unchecked any more since the core of 2026, which refuses the whole file.
  xray: ['insecure', 'ss-aes-192', 'ss-obfs', 'ss-websocket', ...rare, 'hysteria2', 'tuic', 'anytls'],
  surge: [...onlyNewCores, ...upgrades, ...grpc, ...vless, 'trojan-reality', 'ss-websocket', ...rare],
  surfboard: [...onlyNewCores, ...upgrades, ...grpc, ...vless, 'trojan-reality', 'ss-2022', 'ss-websocket', ...rare, 'hysteria2', 'tuic'],
  loon: [...onlyNewCores, ...upgrades, ...grpc, 'trojan-reality', 'ss-websocket', ...rare, 'tuic'],
  'quantumult-x': [...onlyNewCores, ...upgrades, ...grpc, 'trojan-reality', 'ss-2022', ...rare, 'hysteria2', 'tuic'],
  sip008: [...notShadowsocks, 'ss-2022'],
  outline: [...notShadowsocks, 'ss-2022', 'ss-obfs', 'ss-websocket'],
  // Browsers sign in to HTTP proxies, never to SOCKS, and take no certificate they cannot check.
  pac: [...notHttp, 'insecure'],
}

/** Since when a program knows a feature, as far as its makers or others who render for it have said. */
const minimums: Record<string, Partial<Record<Feature, readonly number[]>>> = {
  'sing-box': {
    'vless-reality': [1, 6],
    'trojan-reality': [1, 6],
    hysteria2: [1, 5],
    tuic: [1, 5],
    anytls: [1, 12],
    naive: [1, 13],
    // Before, it was there only in some builds.
    ech: [1, 12],
  },
  mihomo: {
    hysteria2: [1, 15],
    mieru: [1, 19],
    'mieru-udp': [1, 19, 17],
    anytls: [1, 19, 3],
    ech: [1, 19, 9],
    'vless-encryption': [1, 19, 13],
    'vless-xhttp': [1, 19, 23],
  },
  'clash-verge': { hysteria2: [1, 3, 8], anytls: [2, 2, 3], ech: [2, 3], 'vless-encryption': [2, 4, 2], 'vless-xhttp': [2, 5] },
  stash: { hysteria2: [2, 5], 'ss-2022': [3], 'vless-reality': [3, 1], vision: [3, 1], anytls: [3, 3] },
  surge: { hysteria2: [2398], salamander: [2398] },
  loon: { hysteria2: [637], salamander: [637] },
  shadowrocket: { hysteria2: [1993], salamander: [1993], anytls: [2592] },
  v2rayn: { hysteria2: [6, 31], salamander: [6, 31], 'vless-xhttp': [7, 3] },
  v2rayng: { hysteria2: [1, 9, 5], salamander: [1, 9, 5], 'vless-xhttp': [1, 9, 17] },
}
