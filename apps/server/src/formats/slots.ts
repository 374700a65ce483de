import { randomBytes } from 'node:crypto'

/**
 * What differs between members. `uuid` is a UUID, `token` hex, so no format escapes them. Traffic in bytes; `expiresAt` in ms, null: never.
 */
export type Credential = {
  uuid: string
  token: string
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

/**
 * Makes texts with holes: put `slot(fill)` where a member's value belongs, build the text with any encoder, `compile` it once.
 * Filling costs one concatenation per hole. A compiled text may fill a slot: a base64 part is encoded per member this way.
 */
export function createTemplate() {
  const fills: Compiled[] = []
  return {
    slot: (fill: Compiled): string => `${mark}${fills.push(fill) - 1}z`,
    /**
     * The text in base64. A uuid of 36 bytes at a multiple of three is exactly 48 characters: then only those are filled in,
     * and the rest is encoded once.
     */
    compileBase64(text: string, encoding: 'base64' | 'base64url' = 'base64'): Compiled {
      const [head = '', number, tail = '', more] = text.split(ownSlot)
      const isAligned = fills[Number(number)] === uuid && more === undefined && Buffer.byteLength(head) % 3 === 0
      if (!isAligned) {
        const filled = this.compile(text)
        return (credential) => Buffer.from(filled(credential), 'utf8').toString(encoding)
      }
      const [before, after] = [Buffer.from(head).toString(encoding), Buffer.from(tail).toString(encoding)]
      return (credential) => before + uuidBase64(credential) + after
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
export const token: Compiled = (credential) => credential.token
/** A Shadowsocks 2022 user key: node software derives the same key from the uuid it gets. */
export const userKey =
  (bytes: 16 | 32): Compiled =>
  (credential) =>
    Buffer.from(credential.uuid.slice(0, bytes), 'latin1').toString('base64')
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
