import { keepPassword, passwordMatches } from '../accounts/password.ts'
import type { App } from '../app.ts'
import { proveChallenge } from '../challenges/prove-challenge.ts'
import { type Counter, guess } from '../guess.ts'
import type { Origin } from '../http/origin.ts'
import { findIdentity } from '../identities/find-identity.ts'
import type { Identity } from '../identities/write-identity.ts'
import { isKnownDevice } from '../known-devices/known-devices.ts'
import { enter, type Entry, wrongCredentials } from './enter.ts'

/** `challenge`: the solution of one, if the server asked for it. */
type Login = { who: Identity; password: string; challenge: string | undefined }

/**
 * Signs in with a password. An unknown address and a wrong password look the same. Wrong passwords count per account as the database
 * compares addresses, whatever the spelling. A browser that the account knows has a count of its own; others must solve a challenge
 * after a few wrong ones, by whomever (`challenge.required`).
 */
export async function login(app: App, { who, password, challenge }: Login, origin: Origin): Promise<Entry> {
  const { db } = app.database
  const { network } = origin
  if (challenge !== undefined) await proveChallenge(app, { type: 'login', proof: challenge, network })
  const found = await findIdentity(db, who)
  const isKnown = found !== undefined && (await isKnownDevice(db, found.account.id, origin))
  const counters = isKnown ? knownCounters(app, found.account.id, origin) : strangerCounters(app, who, network)
  const check = async () => {
    const stored = found?.account.passwordHash ?? null
    if (!(await passwordMatches(stored, password)) || !found || stored === null) throw wrongCredentials()
    return { account: found.account, stored }
  }
  const { account, stored } = await guess(counters, 'account.wrong_credentials', check, challenge !== undefined)
  const alongside = async (tx: Parameters<typeof keepPassword>[0]): Promise<void> => {
    if (!(await keepPassword(tx, account.id, stored, password))) throw wrongCredentials()
  }
  return enter(app, account, { way: 'password', origin, alongside })
}

function knownCounters({ limits }: App, accountId: number, { deviceCookie }: Origin): Counter[] {
  return [[limits.passwordKnown, `${accountId} ${deviceCookie}`]]
}

function strangerCounters({ limits }: App, { provider, subject }: Identity, network: string): Counter[] {
  return [
    [limits.passwordHere, `${provider} ${subject} ${network}`],
    [limits.passwordAnywhere, `${provider} ${subject}`],
    [limits.passwordByNetwork, network],
  ]
}
