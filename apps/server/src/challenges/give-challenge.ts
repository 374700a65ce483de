import type { Challenge, ChallengeType } from '@portico/contract/challenges'
import type { Settings } from '@portico/contract/settings-admin'
import { makeAltcha } from './altcha.ts'
import type { ChallengeApp } from './prove-challenge.ts'
import { providerOf } from './provider.ts'

/** Solutions per network and hour after which the difficulty rises, step by step. */
const EASY = 10
const HARDEST = 6

/** The challenge for a type of call. `needed`: the call was refused without one. */
export async function giveChallenge(app: ChallengeApp, type: ChallengeType, needed: boolean, network: string): Promise<Challenge> {
  const settings = app.settings()
  if (!needed && !isAlwaysNeeded(settings, type)) return { provider: 'none' }
  const provider = providerOf(settings)
  if (provider !== 'altcha') return { provider, site_key: settings['challenge.site_id'] }
  const solved = await app.limits.challengesByNetwork.count(network)
  const difficulty = Math.min(HARDEST, Math.floor(solved / EASY))
  return { provider, challenge: await makeAltcha(app.database, type, difficulty, app.now()) }
}

/** Whether the settings ask for a challenge before every such call. */
export function isAlwaysNeeded(settings: Settings, type: ChallengeType): boolean {
  if (type === 'login') return false
  return settings[type === 'register' ? 'challenge.on_registration' : 'challenge.before_codes']
}
