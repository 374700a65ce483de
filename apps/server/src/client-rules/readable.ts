import { FORMATS, type FormatName } from '@portico/contract/formats'
import { detectClient } from '../feeds/detect-client.ts'

/** User-Agents of the clients that are known by their names, one of each form. */
export const knownClients: readonly string[] = [
  'mihomo/1.19.24',
  'clash.meta/v1.19.10',
  'mihomo.party/v1.7.2 (clash.meta)',
  'ClashMetaForAndroid/2.11.17.Meta',
  'ClashX Meta/v1.4.24 (com.metacubex.ClashX.meta; build:622; macOS 26.0.0) Alamofire/5.10.2',
  'clash-verge/v2.4.3',
  'clash-nyanpasu/v1.6.1',
  'FlClash/v0.8.90 clash-verge Platform/android',
  'ClashMi/1.0.6 platform/android',
  'OpenClash/0.46.075',
  'ClashForAndroid/2.5.12',
  'ClashX Pro/1.97.0.4 (com.west2online.ClashXPro; build:1.97.0.4; macOS 13.4.1) Alamofire/5.6.4',
  'Clash/1.18.0',
  'ClashforWindows/0.20.39',
  'Stash/3.1.1 Clash/1.9.0',
  'StashCore/1.9.9',
  'SFI (sing-box 1.14.0; language zh_CN)',
  'SFA (sing-box 1.13.14; language en_US)',
  'SFM (sing-box 1.13.14; language ru_RU)',
  'SFL/1.14.5 (sing-box 1.14.5; language en_US)',
  'sing-box 1.13.0',
  'husi/0.10.0 (sing-box 1.12.9)',
  'HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box',
  'Karing/1.2.24; sing-box 1.13.19',
  'NekoBox/Android/1.4.2 (Prefer ClashMeta Format)',
  'NekoBox/Android/1.3.9',
  'Shadowrocket/2592 CFNetwork/3826.500.131 Darwin/24.5.0',
  'Surge iOS/3090',
  'Surge Mac/2985',
  'Surfboard/2.24.0 (com.getsurfboard; 123)',
  'Loon/762 CFNetwork/1498.700.2 Darwin/23.6.0',
  'Decar/3.2.4',
  'Quantumult%20X/1.5.2',
  'Quantumult X/1.0.10',
  'Quantumult-X/1.4.1',
  'Quantumult/619 CFNetwork/975.0.3 Darwin/18.2.0',
  'v2rayN/7.16.3',
  'v2rayNG/1.10.24',
  'Happ/4.6.0/ios/2507',
  'V2Box 9.8.9;IOS 26.4.2',
  'v2raytun/ios',
  'Streisand/1.6.44',
  'Throne/1.0.9',
  'PassWall2',
  'Outline/1.15.2',
  'ShadowsocksWindows/4.4.1.0',
]

const clash: FormatName[] = ['mihomo', 'clash']
const links: FormatName[] = ['uri', 'xray']
/** Formats that clients read besides the one they get without a rule. This is general knowledge: no test starts these clients. */
const alsoReads: Readonly<Record<string, readonly FormatName[]>> = {
  mihomo: clash,
  'clash-verge': clash,
  nyanpasu: clash,
  flclash: clash,
  'clash-mi': clash,
  openclash: clash,
  stash: ['clash'],
  hiddify: [...clash, ...links],
  karing: [...clash, 'uri'],
  nekobox: [...clash, 'uri', 'sing-box'],
  shadowrocket: ['uri', 'clash'],
  surfboard: ['surge'],
  v2rayng: links,
  happ: links,
  v2raytun: links,
  streisand: links,
}
/** They are no apps, and keep what they get as it is. */
const readAnything = new Set(['unknown', 'browser', 'subconverter'])

/** The formats that a client reads, by the name it has in the list of fetches; null: not known, so it may read any. */
export function readBy(client: string): FormatName[] | null {
  const own = byItself.get(client)
  if (!own || readAnything.has(client)) return null
  const all = new Set([...own, ...(alsoReads[client] ?? [])])
  return FORMATS.filter((format) => all.has(format))
}

/** What known clients get without a rule. A client may name the format it wants, so it may be several. */
const byItself = new Map<string, Set<FormatName>>()
for (const userAgent of knownClients) {
  const { client, format } = detectClient({ userAgent })
  byItself.set(client, (byItself.get(client) ?? new Set()).add(format))
}
