import { randomBytes } from 'node:crypto'
import { AltchaChallenge, type ChallengeType } from '@portico/contract/challenges'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import * as z from 'zod/mini'
import type { Database } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'

export const LIFETIME_MS = 10 * 60_000
/** How many numbers may solve a challenge. A phone tries half of them in about a tenth of a second. */
const NUMBERS = 50_000

/** A challenge for one type of call. Each step of `difficulty` doubles the work; 0 is the least. */
export async function makeAltcha(database: Database, type: ChallengeType, difficulty: number, now: Date): Promise<AltchaChallenge> {
  const maxnumber = NUMBERS * 2 ** difficulty
  const expires = new Date(now.getTime() + LIFETIME_MS)
  const made = await createChallenge({ algorithm: 'SHA-256', hmacKey: await keyOf(database), expires, maxnumber, params: { type } })
  return { ...made, algorithm: 'SHA-256', maxnumber }
}

const Solution = z.omit(z.extend(AltchaChallenge, { number: z.int().check(z.gte(0)) }), { maxnumber: true })

/** The challenge that the proof solves; null: it solves none of ours of this type, or too late. */
export async function solvedAltcha(database: Database, type: ChallengeType, proof: string, now: Date): Promise<string | null> {
  const solution = parse(proof)
  if (!solution || !(await verifySolution(solution, await keyOf(database), false))) return null
  const { type: signedType, expires } = extractParams(solution)
  const isTimely = Number(expires) * 1000 >= now.getTime()
  return signedType === type && isTimely ? solution.challenge : null
}

function parse(proof: string): z.infer<typeof Solution> | null {
  try {
    return Solution.parse(JSON.parse(Buffer.from(proof, 'base64').toString()))
  } catch {
    return null
  }
}

function keyOf(database: Database): Promise<string> {
  return serverSecret(database, 'challenge', () => randomBytes(32).toString('hex'))
}
