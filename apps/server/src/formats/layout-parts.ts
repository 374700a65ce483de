import type { Language } from '@portico/contract/translations'
import { regionGroup, regions } from './regions.ts'

/** What a built-in layout depends on. `language`: of group names; absent: English. */
export type LayoutChoice = { language?: Language | null; blockAds?: boolean; updateHours?: number }

const words = {
  en: { auto: 'Auto', failover: 'Failover', ai: 'AI', streaming: 'Streaming' },
  'zh-CN': { auto: '自动选择', failover: '故障转移', ai: 'AI 服务', streaming: '流媒体' },
} as const satisfies Record<Language, object>

/** Groups of built-in layouts by name, and what they list besides their nodes. */
export function layoutGroups({ language }: LayoutChoice) {
  const chosen = language ?? 'en'
  const { auto, failover, ai, streaming } = words[chosen]
  const places = regions.map((region) => ({ name: regionGroup(region, chosen), filter: `/@${region.code}/` }))
  const of = (codes: readonly string[]): string[] =>
    codes.flatMap((code) => regions.flatMap((one) => (one.code === code ? [regionGroup(one, chosen)] : [])))
  return {
    auto,
    failover,
    ai,
    streaming,
    places,
    placeNames: places.map(({ name }) => name),
    /** Most AI services refuse Hong Kong and Macao. */
    aiFirst: of(['US', 'SG', 'JP', 'TW', 'KR', 'GB', 'DE']),
  }
}

/** Seconds between refreshes of a profile. */
export function updateSeconds({ updateHours = 24 }: LayoutChoice): number {
  return updateHours * 3600
}

export const MEASURE_URL = 'https://www.gstatic.com/generate_204'

/** Resolvers inside China, reached directly, and outside, reached through a node. */
export const resolvers = { inside: ['223.5.5.5', '119.29.29.29'], outside: ['1.1.1.1', '8.8.8.8'] } as const

/** Names resolved by the device's own network. */
export const localNames = ['local', 'lan', 'home.arpa'] as const

/** Names that need their real address: devices check connectivity with them, and some programs cache them. */
export const realAddresses = {
  suffixes: [
    'msftconnecttest.com',
    'msftncsi.com',
    'captive.apple.com',
    'connectivitycheck.gstatic.com',
    'connectivitycheck.android.com',
    'connect.rom.miui.com',
    'connectivitycheck.platform.hicloud.com',
    'detectportal.firefox.com',
    'connectivity-check.ubuntu.com',
    'nmcheck.gnome.org',
    'network-test.debian.org',
    'pool.ntp.org',
    'ntp.org.cn',
    'srv.nintendo.net',
    'stun.playstation.net',
    'xboxlive.com',
    'localhost.ptlogin2.qq.com',
  ],
  /** Clocks and STUN servers, as Clash writes patterns and as regular expressions. */
  patterns: [
    'time.*.*',
    'time.*.*.*',
    'time1.*.*',
    'time1.*.*.*',
    'ntp.*.*',
    'ntp.*.*.*',
    'ntp1.*.*.*',
    'stun.*.*',
    'stun.*.*.*',
    '+.stun.*.*',
    '+.stun.*.*.*',
  ],
  regexes: [String.raw`^(time|ntp)\d*\.`, String.raw`(^|\.)stun\d*\.`],
} as const
