import { createHash, createHmac } from 'node:crypto'

const ALGORITHM = 'ACS3-HMAC-SHA256'

type Call = { host: string; action: string; version: string; date: string; nonce: string; query: Record<string, string> }
type Key = { id: string; secret: string }

/**
 * Path and headers of a signed call without a body:
 * https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature
 */
export function signedCall({ host, action, version, date, nonce, query }: Call, { id, secret }: Key) {
  const search = Object.keys(query)
    .toSorted()
    .map((name) => `${encoded(name)}=${encoded(query[name] ?? '')}`)
    .join('&')
  const bodyHash = sha256('')
  const own = {
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const headers: Record<string, string> = { host, ...own }
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', search, lines, names.join(';'), bodyHash].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${id},SignedHeaders=${names.join(';')},Signature=${signature}`
  // `fetch` sets the host itself.
  return { path: `/?${search}`, headers: { ...own, authorization } }
}

/** RFC 3986: `encodeURIComponent` leaves five marks that this signature wants encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
