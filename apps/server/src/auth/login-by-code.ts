import type { App } from '../app.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import type { Origin } from '../http/origin.ts'
import { findIdentity } from '../identities/find-identity.ts'
import { verifyIdentity } from '../identities/write-identity.ts'
import { enter, type Entry } from './enter.ts'

/** Signs in with a code. Reading it proves that the address is the member's. Throws `code.wrong` for an address without an account too. */
export async function loginByCode(app: App, entered: EnteredCode, origin: Origin): Promise<Entry> {
  const code = await checkCode(app.database.db, entered, { purpose: 'login' }, app.now())
  const found = await findIdentity(app.database.db, { provider: code.channel, subject: code.subject })
  if (!found) throw wrongCode()
  const alongside = async (tx: Parameters<typeof takeCode>[0]): Promise<void> => {
    await takeCode(tx, code)
    await verifyIdentity(tx, found.identity.id, app.now())
  }
  return enter(app, found.account, { way: 'code', origin, alongside })
}
