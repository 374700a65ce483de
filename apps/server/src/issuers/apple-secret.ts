import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Site } from './sites.ts'
import { SiteProblem } from './site-problem.ts'

const LIFETIME_S = 3 * 3600

/**
 * Apple's client secret: a JWT signed with the team's key, valid for three hours.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret. Throws `bad_key`.
 */
export function appleSecret({ clientId, issuer, secret, signer }: Site, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const header = encoded({ alg: 'ES256', kid: signer?.kid })
  const claims = encoded({ iss: signer?.team, iat, exp: iat + LIFETIME_S, aud: issuer, sub: clientId })
  const signature = sign('sha256', Buffer.from(`${header}.${claims}`), { key: readKey(secret), dsaEncoding: 'ieee-p1363' })
  return `${header}.${claims}.${signature.toString('base64url')}`
}

/** Reads a .p8 key, also without line breaks, which one-line fields remove. */
function readKey(text: string): KeyObject {
  const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64')
  try {
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch (error) {
    throw new SiteProblem('bad_key', '', error)
  }
  throw new SiteProblem('bad_key')
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
