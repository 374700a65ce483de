import { randomBytes, randomInt } from 'node:crypto'
import type { CodePurpose } from '@portico/contract/codes'
import { hashPassword } from '../accounts/password.ts'
import type { App } from '../app.ts'
import { isAlwaysNeeded } from '../challenges/give-challenge.ts'
import { requireChallenge } from '../challenges/prove-challenge.ts'
import type { Origin } from '../http/origin.ts'
import { findIdentity } from '../identities/find-identity.ts'
import type { Identity } from '../identities/write-identity.ts'
import { isKnownDevice } from '../known-devices/known-devices.ts'
import { sendMessage } from '../messages/send-message.ts'
import { codes } from './codes.table.ts'

const LIFETIME_S = 600
/** Seconds between two codes from one network to one address. */
export const WAIT_S = 60

type Sending = {
  purpose: CodePurpose
  to: Identity
  /** The account that asks, for `bind` and `confirm`. */
  accountId: number | null
  origin: Origin
  /** The solution of a challenge, if the server asked for one. */
  challenge: string | undefined
}
type SentCode = { codeId: string; wait: number; expiresIn: number }

/**
 * Sends six digits to an address. It does the same work whether or not an account has the address: who gets what is decided when the
 * message leaves. Throws `limit.exceeded`, and `challenge.required` when this network, or everybody together, asks for many.
 */
export async function sendCode(app: App, { purpose, to, accountId, origin, challenge }: Sending): Promise<SentCode> {
  const { limits } = app
  const { network } = origin
  if (challenge !== undefined || isAlwaysNeeded(app.settings(), 'code'))
    await requireChallenge(app, { type: 'code', proof: challenge, network })
  const solved = challenge !== undefined
  await limits.codeAgain.take(`${to.provider} ${to.subject} ${network}`)
  await limits.codesByNetwork.take(network, solved)
  await limits.codesByAddress.take(`${to.provider} ${to.subject} ${await ownCount(app, to, origin)}`)
  await limits[to.provider === 'phone' ? 'smsOfSite' : 'mailsOfSite'].take('site', solved)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const [codeId, now] = [randomBytes(32).toString('base64url'), app.now()]
  const expiresAt = new Date(now.getTime() + LIFETIME_S * 1000)
  const channel = to.provider === 'phone' ? 'phone' : 'email'
  await app.database.transaction(async (tx) => {
    await tx.insert(codes).values({ id: codeId, purpose, channel, subject: to.subject, accountId, codeHash, createdAt: now, expiresAt })
    const address = { channel: channel === 'phone' ? 'sms' : 'email', address: to.label } as const
    const content = { template: 'code', data: { purpose, minutes: LIFETIME_S / 60 }, secret: code } as const
    await sendMessage(tx, app.database.secrets, { to: address, accountId, language: origin.language, expiresAt, ...content }, now)
  })
  return { codeId, wait: WAIT_S, expiresIn: LIFETIME_S }
}

/** A browser that the account knows has a count of its own, so that strangers cannot use up the owner's codes. */
async function ownCount({ database: { db } }: App, to: Identity, origin: Origin): Promise<string> {
  const found = await findIdentity(db, to)
  return found && (await isKnownDevice(db, found.account.id, origin)) ? String(origin.deviceCookie) : ''
}
