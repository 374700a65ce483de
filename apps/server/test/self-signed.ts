import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Identity = { privateKey: KeyObject; publicKey: KeyObject; pem: string; serial: string }

/** A new certificate for localhost, 127.0.0.1 and more names, signed by itself, and its key, both as PEM. X.509 v3, RFC 5280. */
export function selfSigned(...more: string[]): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const hosts = ['localhost', ...more].map((name) => der(0x82, Buffer.from(name)))
  const names = sequence(...hosts, der(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(oid('551d11'), der(0x04, names)),
    sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, isAuthority)),
  )
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const about = { name: 'localhost', serial: Buffer.from([1]), algorithm: sequence(oid('2a8648ce3d040302')) }
  return { cert: certificate({ privateKey, publicKey, ...about }, [version], [der(0xa3, extensions)]), key: pemOf(privateKey) }
}

/** An RSA key and a self-signed certificate, as gateways sign with. */
export function makeIdentity(name: string): Identity {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serial = Buffer.concat([Buffer.from([0x4d]), randomBytes(15)])
  const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05))
  return { ...keys, pem: certificate({ ...keys, name, serial, algorithm }), serial: serial.toString('hex').toUpperCase() }
}

export const pemOf = (key: KeyObject): string => String(key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }))

type About = { privateKey: KeyObject; publicKey: KeyObject; name: string; serial: Buffer; algorithm: Buffer }
function certificate({ privateKey, publicKey, name, serial, algorithm }: About, before: Buffer[] = [], after: Buffer[] = []): string {
  const who = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
  const valid = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(...before, der(0x02, serial), algorithm, who, valid, who, key, ...after)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const text = sequence(body, algorithm, signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
