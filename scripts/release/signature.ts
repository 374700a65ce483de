import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** In the form that `sha256sum --check` reads. */
const SUMS = 'SHA256SUMS'
/** Ed25519 over the bytes of SHA256SUMS, which `openssl pkeyutl -verify -rawin` of OpenSSL 3 reads too. */
const SIGNATURE = `${SUMS}.sig`

/** `key`: a private Ed25519 key in PEM. */
export function readSigner(key: string): KeyObject {
  const signer = createPrivateKey(key)
  if (signer.asymmetricKeyType !== 'ed25519') throw new Error('RELEASE_KEY must be an Ed25519 key')
  return signer
}

/** Writes the checksums of files of `folder`. `signer`: null: they stay unsigned. */
export async function writeChecksums(folder: string, names: string[], signer: KeyObject | null): Promise<void> {
  const lines: string[] = []
  for (const name of names.toSorted()) lines.push(`${await sha256(join(folder, name))}  ${name}\n`)
  const sums = Buffer.from(lines.join(''))
  writeFileSync(join(folder, SUMS), sums)
  if (signer === null) return
  writeFileSync(join(folder, SIGNATURE), sign(null, sums, signer))
}

/** Throws unless `publicKey` (PEM) signed the checksums and every file they name is as it was. Returns the names. */
export async function verifyRelease(folder: string, publicKey: string): Promise<string[]> {
  const sums = readFileSync(join(folder, SUMS))
  const signature = readFileSync(join(folder, SIGNATURE))
  if (!verify(null, sums, createPublicKey(publicKey), signature)) throw new Error(`${SIGNATURE} was not made with this key`)
  const wanted = sums
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ') as [string, string])
  for (const [sum, name] of wanted) if ((await sha256(join(folder, name))) !== sum) throw new Error(`${name} was changed`)
  return wanted.map(([, name]) => name)
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
