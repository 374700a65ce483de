import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'

/** Signs the bytes of the payload with Ed25519. Signature and public key are in base64; the key is its 32 raw bytes. */
export async function signConfig(database: Database, payload: string): Promise<{ signature: string; key: string }> {
  const key = await privateKey(database)
  return { signature: sign(null, Buffer.from(payload), key).toString('base64'), key: publicPart(key) }
}

/** The public key that apps are built with. It stays the same as long as the database exists. */
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
  // The raw key is the end of its DER form (RFC 8410).
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
}
