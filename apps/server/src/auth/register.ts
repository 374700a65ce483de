import { requireGoodPassword } from '../accounts/new-password.ts'
import type { App } from '../app.ts'
import { isAlwaysNeeded } from '../challenges/give-challenge.ts'
import { requireChallenge } from '../challenges/prove-challenge.ts'
import { checkCode, type EnteredCode, useCode, wrongCode } from '../codes/check-code.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import type { Identity } from '../identities/write-identity.ts'
import { createAccount } from '../members/register.ts'
import { enterNow, type Entry } from './enter.ts'

type Registration = { who: Identity; password: string; invite: string; proof: EnteredCode | null; challenge: string | undefined }

/**
 * Opens an account for a visitor and signs in. Throws `account.registration_closed`, `code.needed` where an address must be verified,
 * `code.wrong`, and as `createAccount` does. With a code, a known address is only `code.wrong`: its owner gets mail instead.
 */
export async function register(app: App, { who, password, invite, proof, challenge }: Registration, origin: Origin): Promise<Entry> {
  const settings = app.settings()
  if (!settings['site.registration_open']) throw new AppError('account.registration_closed')
  const mustVerify = who.provider === 'phone' || settings['account.verify_email']
  if (mustVerify && !proof) throw new AppError('code.needed', { fields: { code: 'code.needed' } })
  requireGoodPassword(password, [who.label, settings['site.title']])
  const { network } = origin
  if (challenge !== undefined || isAlwaysNeeded(settings, 'register'))
    await requireChallenge(app, { type: 'register', proof: challenge, network })
  await app.limits.registerByAddress.take(network, challenge !== undefined)
  const code = proof && (await checkCode(app.database.db, proof, { purpose: 'register' }, app.now()))
  if (code && (code.channel !== who.provider || code.subject !== who.subject)) throw wrongCode()
  const invitation = { code: invite, forced: settings['invite.forced'], network }
  const now = app.now()
  return app.database.transaction(async (tx) => {
    if (code) await useCode(tx, code)
    const identity = { ...who, verifiedAt: code ? now : null }
    const account = await createAccount(tx, { identity, password, invitation, language: origin.language }, now)
    return enterNow(app, tx, account, origin)
  })
}
