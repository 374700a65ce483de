import { createPublicKey, verify } from 'node:crypto'

type Content = { app: string; version: number; issued_at: string; config: unknown }

/**
 * Reads and verifies the configuration. `builtIn` is the public key built into the app, `newest` the `issued_at` of the last accepted
 * configuration, '' at first. Throws if the signature is wrong, or the configuration is for another app or older.
 */
export async function readConfiguration(address: string, app: string, builtIn: string, newest: string): Promise<Content> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the configuration could not be read: ${answer.status}`)
  // Untrusted: only these two texts are used, and the payload is parsed only after it is verified.
  const { payload, signature } = (await answer.json()) as { payload: string; signature: string }
  const x = Buffer.from(builtIn, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (!verify(null, Buffer.from(payload, 'utf8'), key, Buffer.from(signature, 'base64'))) throw new Error('the signature is wrong')
  const content = JSON.parse(payload) as Content
  if (content.app !== app) throw new Error('this configuration is for another app')
  if (content.issued_at < newest) throw new Error('this configuration is older than the one in use')
  return content
}
