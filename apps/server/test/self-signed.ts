import { generateKeyPairSync, sign } from 'node:crypto'

/** A new certificate for localhost and 127.0.0.1, signed by itself, and its key, both as PEM. X.509 v3, RFC 5280. */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ecdsaSha256 = sequence(oid('2a8648ce3d040302'))
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('localhost')))))
  const time = (days: number): Buffer => {
    const text = new Date(Date.now() + days * 86_400_000).toISOString()
    return tlv(0x18, Buffer.from(`${text.slice(0, 19).replace(/[-:T]/g, '')}Z`))
  }
  const names = sequence(tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(tlv(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(oid('551d11'), tlv(0x04, names)),
    sequence(oid('551d13'), tlv(0x01, Buffer.from([0xff])), tlv(0x04, isAuthority)),
  )
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ecdsaSha256,
    name,
    sequence(time(-1), time(30)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  )
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]))
  const body = sequence(signed, ecdsaSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  const cert = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts))
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'))
