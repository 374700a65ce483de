import type { App } from '../app.ts'
import { checkCode, type EnteredCode, wrongCode } from '../codes/check-code.ts'
import type { CodeRow } from '../codes/codes.table.ts'
import { guess } from '../guess.ts'
import type { Origin } from '../http/origin.ts'
import { type Found, findIdentity } from '../identities/find-identity.ts'

/**
 * Checks a code that a visitor entered, and finds the account that has its address. Wrong ones count for the visitor's network. Throws
 * `code.wrong`, for an address without an account too, and `limit.exceeded`.
 */
export async function checkAddressCode(
  { database: { db }, limits, now }: App,
  entered: EnteredCode,
  purpose: 'login' | 'reset',
  { network }: Origin,
): Promise<Found & { code: CodeRow }> {
  const code = await guess([[limits.codeTriesByNetwork, network]], 'code.wrong', () => checkCode(db, entered, { purpose }, now()))
  const found = await findIdentity(db, { provider: code.channel, subject: code.subject })
  if (!found) throw wrongCode()
  return { ...found, code }
}
