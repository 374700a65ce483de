import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AddressFinding } from '@portico/contract/moving-admin'
import type { Database } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'
import { callOut, PrivateAddress } from '../outgoing/call-out.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'

/** Where a site asks whether an address is its own. Calls are not signed, and answered while the site is closed. */
export const HERE_PATH = '/api/v1/guest/here'
const PATIENCE_MS = 8000
const LONGEST_ANSWER = 4096

/** What only this site answers to a question. All its processes answer the same. */
export async function proofOf(database: Database, asked: string): Promise<string> {
  const secret = await serverSecret(database, 'here', () => randomBytes(32).toString('hex'))
  return createHmac('sha256', secret).update(asked).digest('base64url')
}

/** Where an address leads, as this machine sees it. */
export async function askAddress(database: Database, origin: string): Promise<AddressFinding> {
  const asked = randomBytes(24).toString('base64url')
  const proof = await proofOf(database, asked)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await callOut(`${origin}${HERE_PATH}?asked=${asked}`, { signal, redirect: 'manual' })
    const body = await readAtMost(answer.body, LONGEST_ANSWER)
    return body !== null && isOurs(Buffer.from(body).toString(), proof) ? 'here' : 'elsewhere'
  } catch (error) {
    return whyNot(error)
  }
}

/** Whether an answer has the proof, whatever is around it. */
function isOurs(text: string, proof: string): boolean {
  const found = /"proof":"([\w-]{43})"/.exec(text)?.[1]
  return found !== undefined && timingSafeEqual(Buffer.from(found), Buffer.from(proof))
}

function whyNot(error: unknown): AddressFinding {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof PrivateAddress) return 'private'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'no_name'
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'bad_certificate' : 'silent'
}
