import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Identity = { privateKey: KeyObject; publicKey: KeyObject; pem: string; serial: string }

/** An RSA key and a self-signed certificate for tests. */
export function makeIdentity(name: string): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serial = Buffer.concat([Buffer.from([0x4d]), randomBytes(15)])
  const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05))
  const who = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
  const valid = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const body = sequence(der(0x02, serial), algorithm, who, valid, who, publicKey.export({ type: 'spki', format: 'der' }))
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const text = sequence(body, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n')
  const pem = `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
  return { privateKey, publicKey, pem, serial: serial.toString('hex').toUpperCase() }
}

export const pemOf = (key: KeyObject): string => String(key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }))

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}
