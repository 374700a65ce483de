import type { App } from '../app.ts'
import { passwordMatches } from '../accounts/password.ts'
import { type Counter, guess } from '../guess.ts'
import type { Origin } from '../http/origin.ts'
import { findIdentity } from '../identities/find-identity.ts'
import type { Identity } from '../identities/write-identity.ts'
import { enter, type Entry, wrongCredentials } from './enter.ts'

/**
 * Signs in with a password. An unknown address and a wrong password look the same. Wrong passwords count per account as the database
 * compares addresses, whatever the spelling.
 */
export async function login(app: App, { who, password }: { who: Identity; password: string }, origin: Origin): Promise<Entry> {
  const { limits } = app
  const key = `${who.provider} ${who.subject}`
  const tries: Counter[] = [
    [limits.passwordHere, `${key} ${origin.network}`],
    [limits.passwordAnywhere, key],
    [limits.passwordByAddress, origin.network],
  ]
  const account = await guess(tries, 'account.wrong_credentials', async () => {
    const found = await findIdentity(app.database.db, who)
    if (!(await passwordMatches(found?.account.passwordHash ?? null, password)) || !found) throw wrongCredentials()
    return found.account
  })
  return enter(app, account, { way: 'password', origin })
}
