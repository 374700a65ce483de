import type { FormatName } from './formats.ts'
import type { LinkPath } from './links-admin.ts'
import type { LinkKind } from './links.ts'

/** A panel as it is installed: how its links name members, and its paths. Operators may have renamed them. */
type Panel = { name: string; kind: LinkKind; paths: LinkPath[] }

const below = (start: string, formats: Record<string, FormatName>): LinkPath[] => [
  { path: `${start}/{token}`, format: null },
  ...Object.entries(formats).map(([end, format]) => ({ path: `${start}/{token}/${end}`, format })),
]
const byQuery: LinkPath = { path: '/api/v1/client/subscribe?token={token}', format: null }
const marzban: Record<string, FormatName> = {
  'sing-box': 'sing-box',
  'clash-meta': 'mihomo',
  clash: 'clash',
  outline: 'outline',
  v2ray: 'uri',
  'v2ray-json': 'xray',
}
const pasarguard: Record<string, FormatName> = {
  sing_box: 'sing-box',
  clash_meta: 'mihomo',
  clash: 'clash',
  outline: 'outline',
  links: 'uri',
  links_base64: 'uri',
  xray: 'xray',
}
const sspanel: Record<string, FormatName> = {
  clash: 'mihomo',
  sip008: 'sip008',
  singbox: 'sing-box',
  v2rayjson: 'xray',
  sip002: 'uri',
  ss: 'uri',
  v2ray: 'uri',
  trojan: 'uri',
}
const remnawave: Record<string, FormatName> = {
  mihomo: 'mihomo',
  clash: 'clash',
  stash: 'stash',
  singbox: 'sing-box',
  'v2ray-json': 'xray',
}

/** Panels whose links are known. 3x-ui always answers with share links where its path says nothing else. */
export const LINK_PANELS: readonly Panel[] = [
  { name: 'v2board', kind: 'token', paths: [byQuery] },
  { name: 'Xboard', kind: 'token', paths: [{ path: '/s/{token}', format: null }, byQuery] },
  { name: 'SSPanel-UIM', kind: 'token', paths: below('/sub', sspanel) },
  { name: 'Marzban', kind: 'marzban', paths: below('/sub', marzban) },
  { name: 'PasarGuard', kind: 'pasarguard', paths: below('/sub', { ...marzban, ...pasarguard }) },
  {
    name: '3x-ui',
    kind: 'token',
    paths: [
      { path: '/sub/{token}', format: 'uri' },
      { path: '/json/{token}', format: 'xray' },
      { path: '/clash/{token}', format: 'mihomo' },
    ],
  },
  // Its page has links below the root.
  { name: 'Remnawave', kind: 'token', paths: [...below('/api/sub', remnawave), ...below('', remnawave)] },
  { name: 'PPanel', kind: 'token', paths: [{ path: '/v1/subscribe/config?token={token}', format: null }] },
]
