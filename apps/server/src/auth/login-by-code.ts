import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import type { App } from '../app.ts'
import { type EnteredCode, takeCode } from '../codes/check-code.ts'
import type { Tx } from '../db/client.ts'
import type { Origin } from '../http/origin.ts'
import { checkAddressCode } from './check-address-code.ts'
import { enter, type Entry } from './enter.ts'
import { proveIdentity } from './first-proof.ts'

/** Signs in with a code. Reading it proves that the address is the member's. Throws `code.wrong` for an address without an account too. */
export async function loginByCode(app: App, entered: EnteredCode, origin: Origin): Promise<Entry> {
  const found = await checkAddressCode(app, entered, 'login', origin)
  const alongside = async (tx: Tx): Promise<void> => {
    await takeCode(tx, found.code)
    const removed = await proveIdentity(app, tx, found, origin)
    if (removed) await tellSignInChange(app.database, tx, found.account.id, { what: 'password_removed' }, app.now())
  }
  return enter(app, found.account, { way: 'code', origin, alongside })
}
