import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { SHADOWSOCKS_2022_KEY_BYTES } from '@portico/contract/protocols'

/** A node's secret is 32 random bytes; only its hash is stored. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export type NodeKeys = {
  privateKey: string
  publicKey: string
  shortId: string
  mldsa65Seed: string
  mldsa65Verify: string
  key16: string
  key32: string
}

/** Fresh keys of every kind a node may need. The pairs are in unpadded base64url, as Xray prints them. */
export function generateKeys(): NodeKeys {
  const { privateKey } = generateKeyPairSync('x25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const signing = generateKeyPairSync('ml-dsa-65').privateKey.export({ format: 'jwk' })
  return {
    privateKey: d,
    publicKey: x,
    shortId: randomBytes(8).toString('hex'),
    mldsa65Seed: String(signing['priv']),
    mldsa65Verify: String(signing['pub']),
    key16: serverKey(16),
    key32: serverKey(32),
  }
}

/** The input of a new node, with a random key if a Shadowsocks 2022 cipher has none. The contract's rules are checked afterwards. */
export function withServerKey(input: unknown): unknown {
  if (!isObject(input) || !isObject(input['settings'])) return input
  const { settings } = input
  const bytes = keyBytes.get(String(settings['cipher']))
  if (settings['protocol'] !== 'shadowsocks' || bytes === undefined || settings['server_key']) return input
  return { ...input, settings: { ...settings, server_key: serverKey(bytes) } }
}

const keyBytes = new Map<string, number>(Object.entries(SHADOWSOCKS_2022_KEY_BYTES))

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function serverKey(bytes: number): string {
  return randomBytes(bytes).toString('base64')
}
