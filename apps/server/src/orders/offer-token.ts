import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'
import { AppError } from '../errors.ts'
import type { Offer } from './make-offer.ts'

export const OFFER_MINUTES = 15

type Sealed = { offer: Offer; until: number }

/** An offer as text that only this site can write: base64url JSON, a dot, its HMAC. It contains no secret. */
export async function sealOffer(database: Database, offer: Offer, now: Date): Promise<{ token: string; until: Date }> {
  const until = new Date(now.getTime() + OFFER_MINUTES * 60_000)
  const body = Buffer.from(JSON.stringify({ offer, until: until.getTime() } satisfies Sealed)).toString('base64url')
  return { token: `${body}.${(await signatureOf(database, body)).toString('base64url')}`, until }
}

/** The offer in the text. Throws `quote.invalid` if it is another member's, expired or forged. */
export async function openOffer(database: Database, token: string, accountId: number, now: Date): Promise<Offer> {
  const [body = '', signature = ''] = token.split('.')
  const [given, expected] = [Buffer.from(signature, 'base64url'), await signatureOf(database, body)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('quote.invalid')
  // The signature proves that we wrote it.
  const { offer, until } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Sealed
  if (offer.accountId !== accountId || until < now.getTime()) throw new AppError('quote.invalid')
  return offer
}

async function signatureOf(database: Database, body: string): Promise<Buffer> {
  const key = await serverSecret(database, 'quote', () => randomBytes(32).toString('hex'))
  return createHmac('sha256', key).update(body).digest()
}
