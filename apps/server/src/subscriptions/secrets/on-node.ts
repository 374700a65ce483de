import { createHash } from 'node:crypto'
import { isUuid, type OwnSecretKind } from '@portico/contract/own-secret'

const KEY_BYTES = new Map<OwnSecretKind, number>([
  ['shadowsocks-2022-128', 16],
  ['shadowsocks-2022-256', 32],
])

/**
 * What a node gets in place of the UUID. Node programs make a Shadowsocks 2022 key of its first 16 or 32 characters: so a key that is such
 * a text goes as that text, which every program takes, and any other as it is, which docs/guide/xray-node.ts alone takes.
 */
export function onNode(kind: OwnSecretKind, secret: string): string {
  if (kind === 'vless' || kind === 'vmess') return coreId(secret)
  const bytes = KEY_BYTES.get(kind)
  if (bytes === undefined) return secret
  const text = Buffer.from(secret, 'base64').toString('latin1')
  return /^[\x21-\x7e]+$/.test(text) ? text : secret
}

/** An id as Xray reads it: a UUID in its usual form, or the version 5 UUID (without a namespace) of any other text. */
export function coreId(id: string): string {
  if (isUuid(id)) return dashed(id.replaceAll('-', '').toLowerCase())
  const hash = createHash('sha1').update(Buffer.alloc(16)).update(id).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return dashed(hash.toString('hex'))
}

function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
