import type { NodePart } from '@portico/contract/node-parts'
import {
  type Hysteria2Settings,
  PROTOCOLS,
  type ProtocolSettings,
  type TrojanSettings,
  type VlessSettings,
  type VmessSettings,
} from '@portico/contract/protocols'
import { flowOf, securityOf } from './stream.ts'

/** A client that lacks a feature of a node does not get the node. */
export type Feature = NodePart

/** Features that formats usually lack together. */
export const featureGroups = {
  newest: ['vless-xhttp', 'vless-encryption', 'ech', 'reality-xray', 'gecko'],
  httpUpgrade: ['vless-httpupgrade', 'vmess-httpupgrade'],
  grpc: ['vless-grpc', 'vmess-grpc', 'trojan-grpc'],
  vless: ['vless', 'vless-reality', 'vision'],
  rare: ['hysteria', 'naive', 'mieru'],
  notHttp: PROTOCOLS.filter((protocol) => protocol !== 'http'),
  notShadowsocks: PROTOCOLS.filter((protocol) => protocol !== 'shadowsocks'),
} as const satisfies Record<string, readonly Feature[]>

export function featuresOf(settings: ProtocolSettings): Feature[] {
  switch (settings.protocol) {
    case 'vless':
      return [
        ...streamFeatures(settings),
        ...(settings.encryption ? (['vless-encryption'] as const) : []),
        ...(flowOf(settings) ? (['vision'] as const) : []),
      ]
    case 'vmess':
    case 'trojan':
      return streamFeatures(settings)
    case 'shadowsocks': {
      const { cipher, obfs } = settings
      return [
        'shadowsocks',
        ...(cipher.startsWith('2022-') ? (['ss-2022'] as const) : []),
        ...(cipher === 'aes-192-gcm' ? (['ss-aes-192'] as const) : []),
        ...(obfs === 'websocket' ? (['ss-websocket'] as const) : obfs ? (['ss-obfs'] as const) : []),
      ]
    }
    case 'hysteria2':
      return ['hysteria2', ...obfsFeatures(settings), ...tlsFeatures(settings.tls)]
    case 'socks':
      return settings.security === 'tls' ? ['socks', 'socks-tls', ...tlsFeatures(settings.tls)] : ['socks']
    case 'http':
      return settings.security === 'tls' ? ['http', 'http-tls', ...tlsFeatures(settings.tls)] : ['http']
    case 'anytls':
    case 'tuic':
    case 'hysteria':
      return [settings.protocol, ...tlsFeatures(settings.tls)]
    case 'mieru':
      return settings.transport === 'UDP' ? ['mieru', 'mieru-udp'] : ['mieru']
    case 'naive':
      return ['naive']
  }
}

function streamFeatures(settings: VlessSettings | VmessSettings | TrojanSettings): Feature[] {
  const { protocol, network } = settings
  const security = securityOf(settings)
  return [
    protocol,
    ...(network === 'tcp' ? [] : ([`${protocol}-${network}`] as const)),
    ...(security.kind === 'reality' && protocol !== 'vmess' ? ([`${protocol}-reality`] as const) : []),
    ...(security.kind === 'reality' && security.min_client_ver ? (['reality-xray'] as const) : []),
    ...(security.kind === 'tls' ? tlsFeatures(settings.tls) : []),
  ]
}

/** A password with a quote cannot be written on a line. */
function obfsFeatures({ obfs, obfs_password }: Hysteria2Settings): Feature[] {
  if (obfs !== 'salamander') return obfs === '' ? [] : [obfs]
  return obfs_password.includes('"') ? ['salamander', 'quoted-salamander'] : ['salamander']
}

function tlsFeatures(tls: { allow_insecure: boolean; ech?: object | null } | null): Feature[] {
  return [...(tls?.ech ? (['ech'] as const) : []), ...(tls?.allow_insecure ? (['insecure'] as const) : [])]
}
