import * as z from 'zod/mini'
import { PROTOCOLS } from './protocols.ts'

const STREAMS = ['vless', 'vmess', 'trojan'] as const
const NETWORKS = ['ws', 'grpc', 'httpupgrade', 'xhttp'] as const

/** Features a client must support to reach a node. */
export const NodePart = z.enum([
  ...PROTOCOLS,
  ...STREAMS.flatMap((stream) => NETWORKS.map((network) => `${stream}-${network}` as const)),
  'vless-reality',
  'trojan-reality',
  'reality-others',
  'reality-xray',
  'reality-mldsa65',
  'vless-encryption',
  'vision',
  'ech',
  'insecure',
  'ss-2022',
  'ss-aes-192',
  'ss-obfs',
  'ss-websocket',
  'salamander',
  'gecko',
  'quoted-salamander',
  'socks-tls',
  'http-tls',
  'mieru-udp',
])
export type NodePart = z.infer<typeof NodePart>
