import type { ChallengeType } from '@portico/contract/challenges'
import type { Settings } from '@portico/contract/settings-admin'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Limits } from '../http/limits.ts'
import { LIFETIME_MS, solvedAltcha } from './altcha.ts'
import { isGenuine, providerOf, type VerifyUrls } from './provider.ts'
import { spendProof } from './used-proofs.ts'

export type ChallengeApp = {
  config: Config
  database: Database
  limits: Limits
  log: Logger
  now: () => Date
  settings: () => Settings
  verifyUrls: VerifyUrls
}
type Given = { type: ChallengeType; proof: string; network: string }

/** Requires a proof: throws `challenge.required` without one, else as `proveChallenge` does. */
export async function requireChallenge(
  app: ChallengeApp,
  { proof, ...given }: Omit<Given, 'proof'> & { proof: string | undefined },
): Promise<void> {
  if (proof === undefined) throw new AppError('challenge.required', { details: { type: given.type } })
  await proveChallenge(app, { proof, ...given })
}

/**
 * Accepts a challenge's solution once, over all processes. Throws `challenge.failed` for a wrong, late, foreign or used one. Each solution
 * makes the network's next challenges harder.
 */
export async function proveChallenge(app: ChallengeApp, { type, proof, network }: Given): Promise<void> {
  const endsAt = new Date(app.now().getTime() + LIFETIME_MS)
  const solved = await read(app, type, proof)
  if (solved === null || !(await spendProof(app.database, solved, endsAt))) {
    throw new AppError('challenge.failed', { fields: { challenge: 'challenge.failed' }, details: { type } })
  }
  await app.limits.challengesByNetwork.take(network)
}

/** What identifies a solution, so that it counts once; null: it is not valid. */
async function read({ log, verifyUrls: urls, ...app }: ChallengeApp, type: ChallengeType, proof: string): Promise<string | null> {
  const settings = app.settings()
  const provider = providerOf(settings)
  if (provider === 'altcha') return solvedAltcha(app.database, type, proof, app.now())
  try {
    return (await isGenuine({ settings, config: app.config, urls }, provider, type, proof)) ? proof : null
  } catch (error) {
    log.warn({ err: error, provider }, 'the challenge provider could not be asked')
    return null
  }
}
