import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

const NAME = 'app_config'

/** Ed25519 over the bytes of the payload: both in base64, the key as its 32 bytes. */
export async function signConfig(db: Db, payload: string): Promise<{ signature: string; key: string }> {
  const key = await privateKey(db)
  return { signature: sign(null, Buffer.from(payload), key).toString('base64'), key: publicPart(key) }
}

/** What apps are built with: it stays the same for as long as the database does. */
export async function configKey(db: Db): Promise<string> {
  return publicPart(await privateKey(db))
}

/** Made when it is first asked for. Of several who ask at once one makes it, and all have that one. */
async function privateKey(db: Db): Promise<KeyObject> {
  const stored = await read(db)
  if (stored) return toKey(stored)
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await db.execute(sql`insert into server_secrets (name, value) values (${NAME}, ${made}) on conflict (name) do nothing`)
  return toKey((await read(db)) ?? made)
}

async function read(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from server_secrets where name = ${NAME}`)
  return rows[0]?.value
}

function toKey(stored: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(stored, 'base64'), format: 'der', type: 'pkcs8' })
}

function publicPart(key: KeyObject): string {
  // The key itself is the end of its DER form (RFC 8410).
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
}
