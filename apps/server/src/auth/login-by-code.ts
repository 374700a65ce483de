import { type Counter, guess } from '../guess.ts'
import type { App } from '../app.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import type { Origin } from '../http/origin.ts'
import { findIdentity } from '../identities/find-identity.ts'
import { enter, type Entry } from './enter.ts'
import { proveIdentity } from './first-proof.ts'

/** Signs in with a code. Reading it proves that the address is the member's. Throws `code.wrong` for an address without an account too. */
export async function loginByCode(app: App, entered: EnteredCode, origin: Origin): Promise<Entry> {
  const tries: Counter[] = [[app.limits.codeTriesByNetwork, origin.network]]
  const code = await guess(tries, 'code.wrong', () => checkCode(app.database.db, entered, { purpose: 'login' }, app.now()))
  const found = await findIdentity(app.database.db, { provider: code.channel, subject: code.subject })
  if (!found) throw wrongCode()
  const alongside = async (tx: Parameters<typeof takeCode>[0]): Promise<void> => {
    await takeCode(tx, code)
    await proveIdentity(app, tx, found, origin)
  }
  return enter(app, found.account, { way: 'code', origin, alongside })
}
