import type { Db } from '../db/client.ts'
import { giveToken, takeToken } from '../one-time-tokens/one-time-tokens.ts'

const LIFETIME_S = 300

export type ChallengePurpose = 'passkey_new' | 'passkey_login' | 'passkey_confirm'
type For = { purpose: ChallengePurpose; accountId: number | null }

/** The bytes that a passkey signs: a one-time token, so that each signature counts once. */
export async function giveChallenge(db: Db, { purpose, accountId }: For, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const token = await giveToken(db, purpose, { accountId, data: true, seconds: LIFETIME_S }, now)
  return new Uint8Array(Buffer.from(token, 'base64url'))
}

/** Uses a challenge up, even if the signature turns out to be wrong. False: unknown, used, expired, or given to someone else. */
export async function takeChallenge(db: Db, challenge: string, { purpose, accountId }: For, now: Date): Promise<boolean> {
  const taken = await takeToken(db, purpose, challenge, now)
  return taken !== null && taken.accountId === accountId
}
