import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { serverSecret } from '../../db/server-secrets.ts'

const HOURS = 12

/** Our identity for push services (RFC 8292). `key`: public key for browsers. */
export type PushIdentity = { key: string; authorization: (endpoint: string, contact: string, now: Date) => string }

/** The site's key for browser notifications. The first call makes it. Throws `secret.no_key` where it cannot be stored. */
export async function pushIdentity(database: Database): Promise<PushIdentity> {
  const pem = await serverSecret(database, 'push', makeKey)
  const privateKey = createPrivateKey(pem)
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
  return {
    key,
    authorization: (endpoint, contact, now) => {
      const exp = Math.floor(now.getTime() / 1000) + HOURS * 3600
      const body = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: new URL(endpoint).origin, exp, sub: contact })}`
      const signature = sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${body}.${signature.toString('base64url')}, k=${key}`
    },
  }
}

function makeKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
