import { createPublicKey, verify } from 'node:crypto'

type Content = { app: string; version: number; issued_at: string; config: unknown }

/**
 * Reads the configuration as an app does. `builtIn` is the public key the app was built with, `newest` the `issued_at` of the
 * last configuration it took, '' at first. Throws for anything that is not from the holder of the key, not for this app, or older.
 */
export async function readConfiguration(address: string, app: string, builtIn: string, newest: string): Promise<Content> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the configuration could not be read: ${answer.status}`)
  // What JSON.parse gives is not to be trusted; two texts of it are used, and the second only after it was verified.
  const { payload, signature } = (await answer.json()) as { payload: string; signature: string }
  const x = Buffer.from(builtIn, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (!verify(null, Buffer.from(payload, 'utf8'), key, Buffer.from(signature, 'base64'))) throw new Error('the signature is wrong')
  const content = JSON.parse(payload) as Content
  if (content.app !== app) throw new Error('this configuration is for another app')
  if (content.issued_at < newest) throw new Error('this configuration is older than the one in use')
  return content
}
