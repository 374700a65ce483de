import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// oxlint-disable-next-line typescript/no-explicit-any -- options as the server answers them
type Options = any
type Known = { id: Buffer; privateKey: KeyObject; userHandle: string; counter: number }

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const NEW_KEY = 0x40

/** A phone or security key in software: makes passkeys and signs with them as the WebAuthn standard says. */
export function passkeyDevice({ origin, verifies = true }: { origin: string; verifies?: boolean }) {
  const { hostname } = new URL(origin)
  const known: Known[] = []
  const seen = USER_PRESENT | (verifies ? USER_VERIFIED : 0)

  const clientData = (type: string, challenge: string, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authData = (flags: number, counter: number, rpId = hostname): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }

  return {
    known,
    /** Makes a passkey; the answer is what the browser would send. */
    create(options: Options, at = origin) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const jwk = publicKey.export({ format: 'jwk' })
      const [x, y] = [Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url')]
      const id = randomBytes(32)
      known.push({ id, privateKey, userHandle: options.user.id, counter: 0 })
      const cose = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, x],
          [-3, y],
        ]),
      )
      const data = Buffer.concat([authData(seen | NEW_KEY, 0), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const attestation = cbor(
        new Map<string, CborValue>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      return answer(id, {
        clientDataJSON: clientData('webauthn.create', options.challenge, at).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Signs with the newest passkey, or one named; `counter` overrides its own count. */
    sign(options: Options, { at = origin, counter, rpId }: { at?: string; counter?: number; rpId?: string } = {}) {
      const key = known.at(-1)
      if (!key) throw new Error('the device has no passkey')
      key.counter = counter ?? key.counter + 1
      const data = authData(seen, key.counter, rpId)
      const client = clientData('webauthn.get', options.challenge, at)
      const signed = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), key.privateKey)
      return answer(key.id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signed.toString('base64url'),
        userHandle: key.userHandle,
      })
    },
  }
}

function answer(id: Buffer, response: Record<string, unknown>) {
  const name = id.toString('base64url')
  return { id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} }
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>

function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}

function head(kind: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(kind << 5) | n])
  return n < 256 ? Buffer.from([(kind << 5) | 24, n]) : Buffer.from([(kind << 5) | 25, n >> 8, n & 255])
}
