import * as z from 'zod/mini'
import type { ProtocolSettings } from './protocols.ts'
import type { Rule } from './rule-texts.ts'

/**
 * What a member's own secret is for: a protocol, and for Shadowsocks 2022 the length of the key in bits. Other protocols take the UUID.
 */
export const OWN_SECRETS = [
  'vless',
  'vmess',
  'trojan',
  'shadowsocks',
  'shadowsocks-2022-128',
  'shadowsocks-2022-256',
  'hysteria2',
  'hysteria',
  'anytls',
] as const
export const OwnSecretKind = z.enum(OWN_SECRETS)
export type OwnSecretKind = z.infer<typeof OwnSecretKind>

/** Ciphers that a password of its own may have, because some panels let each member have another one. */
export const OwnCipher = z.enum(['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'])
export type OwnCipher = z.infer<typeof OwnCipher>

const kindByCipher = new Map<string, OwnSecretKind>([
  ['2022-blake3-aes-128-gcm', 'shadowsocks-2022-128'],
  ['2022-blake3-aes-256-gcm', 'shadowsocks-2022-256'],
])

/** The own secret that a node with these settings asks for; null: it takes the UUID alone. */
export function ownSecretOf(settings: ProtocolSettings): OwnSecretKind | null {
  if (settings.protocol === 'shadowsocks') return kindByCipher.get(settings.cipher) ?? 'shadowsocks'
  return OWN_SECRETS.find((kind) => kind === settings.protocol) ?? null
}

const MAX_LENGTH = 255
/** Bytes of an id that is no UUID, as Xray takes it. */
const MAX_ID_BYTES = 30
const UUID = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i
const KEYS = { 'shadowsocks-2022-128': /^[A-Za-z0-9+/]{21}[AQgw]==$/, 'shadowsocks-2022-256': /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/ }

/** Whether an id is a UUID, with dashes or without. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Whether a text can be the secret: on one line, an id as Xray takes it, a key of the right length in Base64. */
export function fitsKind(kind: OwnSecretKind, secret: string): boolean {
  if (secret === '' || secret.length > MAX_LENGTH || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(secret)) return false
  if (kind === 'vless' || kind === 'vmess') return isUuid(secret) || new TextEncoder().encode(secret).length <= MAX_ID_BYTES
  return kind === 'shadowsocks-2022-128' || kind === 'shadowsocks-2022-256' ? KEYS[kind].test(secret) : true
}

/** Fields of a member's own secret. `cipher`: another one than the node's, for a Shadowsocks password alone; null: the node's. */
export const ownSecretFields = {
  kind: OwnSecretKind,
  secret: z.string().check(z.maxLength(MAX_LENGTH)),
  cipher: z.nullable(OwnCipher),
}
const shape = z.object(ownSecretFields)
export type OwnSecret = z.infer<typeof shape>

/** Rules of these fields. */
export const ownSecretForm = z.refine<OwnSecret>(({ kind, secret }) => fitsKind(kind, secret), {
  path: ['secret'],
  error: 'own_secret.form' satisfies Rule,
})
export const ownSecretCipher = z.refine<OwnSecret>(({ kind, cipher }) => cipher === null || kind === 'shadowsocks', {
  path: ['cipher'],
  error: 'own_secret.cipher' satisfies Rule,
})
