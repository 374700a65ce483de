import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from './listening.ts'

type Received = { to: string; message: unknown; ttl: number; claims: { aud: string; exp: number; sub: string }; key: string; bytes: Buffer }

/**
 * A push service that speaks RFC 8030, with browsers that subscribe to it: it checks the signature of RFC 8292 and decrypts by RFC 8291.
 * `answers`: what it answers for a browser's path instead of 201.
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const received: Received[] = []
  const answers = new Map<string, number>()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const browser = browsers.get(path)
    const status = answers.get(path) ?? (browser ? 201 : 404)
    const body = await buffer(request)
    if (status === 201 && browser) received.push(read(path, browser, request, body))
    response.writeHead(status, { location: `${path}/message` }).end()
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  const { url: base, stop } = await listening(server)
  return {
    base,
    received,
    answers,
    subscribe: () => {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(path, { ecdh, auth })
      return { path, subscription: { endpoint: base + path, p256dh, auth: auth.toString('base64url') } }
    },
    stop,
  }
}

type Browser = { ecdh: ReturnType<typeof createECDH>; auth: Buffer }

function read(to: string, browser: Browser, { headers }: IncomingMessage, body: Buffer): Received {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted')
  const message = JSON.parse(decrypt(browser, body)) as unknown
  return { to, message, ttl: Number(headers['ttl']), claims: claimsOf(token, key), key, bytes: body }
}

function claimsOf(token: string, key: string): Received['claims'] {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('a wrong signature')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims']
}

function decrypt({ ecdh, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  if (padded.at(-1) !== 2) throw new Error('not the last record')
  return padded.subarray(0, -1).toString()
}
