import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'

/** Ed25519 over the bytes of the payload: both in base64, the key as its 32 bytes. */
export async function signConfig(database: Database, payload: string): Promise<{ signature: string; key: string }> {
  const key = await privateKey(database)
  return { signature: sign(null, Buffer.from(payload), key).toString('base64'), key: publicPart(key) }
}

/** What apps are built with: it stays the same for as long as the database does. */
export async function configKey(database: Database): Promise<string> {
  return publicPart(await privateKey(database))
}

async function privateKey(database: Database): Promise<KeyObject> {
  return toKey(await serverSecret(database, 'app_config', newKey))
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

function toKey(stored: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(stored, 'base64'), format: 'der', type: 'pkcs8' })
}

function publicPart(key: KeyObject): string {
  // The key itself is the end of its DER form (RFC 8410).
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
}
