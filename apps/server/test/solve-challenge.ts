import { createHash } from 'node:crypto'
import type { AltchaChallenge } from '@portico/contract/challenges'
import type { Call } from './harness.ts'

/** Asks for a challenge and solves it, as a browser does. */
export async function solveChallenge(call: Call, type: string, headers: Record<string, string> = {}): Promise<string> {
  const { challenge } = (await call('GET', '/muser/auth/captcha_veryfy', { type, needed: '1' }, headers)).body
  return Buffer.from(JSON.stringify({ ...challenge, number: numberOf(challenge) })).toString('base64')
}

export function numberOf({ salt, challenge, maxnumber }: AltchaChallenge): number {
  const hash = (n: number): string =>
    createHash('sha256')
      .update(salt + String(n))
      .digest('hex')
  for (let n = 0; n <= maxnumber; n++) if (hash(n) === challenge) return n
  throw new Error('no number solves it')
}
