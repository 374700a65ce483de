import { randomBytes } from 'node:crypto'
import { type OwnCipher, type OwnSecretKind, ownSecretOf } from '@portico/contract/own-secret'
import type { ProtocolSettings } from '@portico/contract/protocols'

/** A secret in place of the UUID for one protocol. `onNode`: as cores take it, `secret`: as links show it. */
export type OwnSecret = { secret: string; onNode: string; cipher: OwnCipher | null }
export type OwnSecrets = Partial<Record<OwnSecretKind, OwnSecret>>

/**
 * What differs between members. `uuid` is a UUID, `token` hex, so no format escapes them; `own` is any text, which `createTemplate` escapes.
 * Traffic in bytes; `expiresAt` in ms, null: never.
 * `path`: of the link that was asked for, if it is another panel's: path and query, every sign escaped that a format might read.
 */
export type Credential = {
  uuid: string
  /** null: the UUID is the secret for every protocol. */
  own: OwnSecrets | null
  token: string
  path?: string
  up: number
  down: number
  transferEnable: number
  expiresAt: number | null
}

/** A text that fills in a member's values. */
export type Compiled = (credential: Credential) => string

// Letters and digits pass every encoder unchanged; random, so nothing an operator types can be mistaken for a slot.
const mark = `slot${randomBytes(16).toString('hex')}n`
const ownSlot = new RegExp(`${mark}(\\d+|[a-z]+\\d*)z`)
const shared = new Map<string, Compiled>()

/** A slot that any template fills, for the name of a node. `name`: lower-case letters, then digits. The value must be ASCII. */
export function sharedSlot(name: string, fill: Compiled): string {
  shared.set(name, fill)
  return `${mark}${name}z`
}

/** Writes a text into what surrounds it. */
type Escape = (text: string) => string
/** How own secrets are written inside JSON strings, and inside YAML's double quotes. */
export const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1)
const asItIs: Escape = (text) => text

/**
 * Makes texts with holes: put `slot(fill)` where a member's value belongs, build the text with any encoder, `compile` it once.
 * Filling costs one concatenation per hole. A compiled text may fill a slot: a base64 part is encoded per member this way. `escape`: how the
 * format writes a text that is not a UUID.
 */
export function createTemplate(escape: Escape = asItIs) {
  const fills: Compiled[] = []
  return {
    escape,
    slot: (fill: Compiled): string => `${mark}${fills.push(fill) - 1}z`,
    /**
     * The text in base64. A uuid of 36 bytes at a multiple of three is exactly 48 characters: then only those are filled in,
     * and the rest is encoded once. An own secret in its place may have any length.
     */
    compileBase64(text: string, encoding: 'base64' | 'base64url' = 'base64'): Compiled {
      const filled = this.compile(text)
      const whole: Compiled = (credential) => Buffer.from(filled(credential), 'utf8').toString(encoding)
      const [head = '', number, tail = '', more] = text.split(ownSlot)
      const fill = fills[Number(number)]
      const kind = fill && secretKinds.get(fill)
      const isAligned = (fill === uuid || kind !== undefined) && more === undefined && Buffer.byteLength(head) % 3 === 0
      if (!isAligned) return whole
      const [before, after] = [Buffer.from(head).toString(encoding), Buffer.from(tail).toString(encoding)]
      return (credential) => (kind && credential.own?.[kind] ? whole(credential) : before + uuidBase64(credential) + after)
    },
    compile(text: string): Compiled {
      // Splitting by a capture group leaves fixed text at even indexes and slot numbers at odd ones.
      const [head = '', ...rest] = text.split(ownSlot)
      const holes: { fill: Compiled; after: string }[] = []
      for (let index = 0; index < rest.length; index += 2) {
        const key = rest[index] ?? ''
        const fill = fills[Number(key)] ?? shared.get(key)
        if (!fill) throw new Error('A slot of another template')
        holes.push({ fill, after: rest[index + 1] ?? '' })
      }
      return (credential) => {
        let filled = head
        for (const hole of holes) filled += hole.fill(credential) + hole.after
        return filled
      }
    },
  }
}
export type Template = ReturnType<typeof createTemplate>

export const uuid: Compiled = (credential) => credential.uuid
/** The member's secret for a node of these settings, as `escape` writes it. `isLink`: as links show it, not as cores take it. */
export function secretOf(settings: ProtocolSettings, escape: Escape, isLink = false): Compiled {
  const kind = ownSecretOf(settings)
  if (kind === null) return uuid
  const fill: Compiled = ({ own, uuid: plain }) => {
    const secret = own?.[kind]
    return secret ? escape(isLink ? secret.secret : secret.onNode) : plain
  }
  secretKinds.set(fill, kind)
  return fill
}

/** What the secrets of `secretOf` are for. */
const secretKinds = new WeakMap<Compiled, OwnSecretKind>()

/** The path of the link from which a client updates. Never the member's own where another panel's was asked for, which can be revoked. */
export const linkPath: Compiled = ({ token, path }) => path ?? `/s/${token}`
/** `linkPath` with a format flag. */
export const flaggedPath =
  (flag: string): Compiled =>
  ({ token, path = `/s/${token}` }) =>
    `${path}${path.includes('?') ? '&' : '?'}flag=${flag}`
/** A Shadowsocks 2022 user key: the member's own, or the one that node software derives from the uuid it gets. */
export const userKey =
  (bytes: 16 | 32): Compiled =>
  ({ own, uuid: plain }) =>
    own?.[bytes === 16 ? 'shadowsocks-2022-128' : 'shadowsocks-2022-256']?.secret ??
    Buffer.from(plain.slice(0, bytes), 'latin1').toString('base64')
// Cached, because a profile needs the same member's pair many times in a row.
let pair = { uuid: '', text: '' }
/** "uuid:uuid" in base64, for links whose user part is a name and a password. */
export const userPairBase64: Compiled = ({ uuid: plain }) => {
  if (pair.uuid !== plain) pair = { uuid: plain, text: Buffer.from(`${plain}:${plain}`, 'latin1').toString('base64url') }
  return pair.text
}
/** Base64 of a text that is ASCII after filling. */
export const asciiBase64 =
  (text: Compiled): Compiled =>
  (credential) =>
    Buffer.from(text(credential), 'latin1').toString('base64')

// Cached for the same reason. Hexadecimal digits and dashes encode alike in base64 and base64url.
let encoded = { uuid: '', text: '' }
function uuidBase64({ uuid: plain }: Pick<Credential, 'uuid'>): string {
  if (encoded.uuid !== plain) encoded = { uuid: plain, text: Buffer.from(plain, 'latin1').toString('base64') }
  return encoded.text
}
