import type { SignInResult } from '@portico/contract/sign-ins-admin'
import type { App } from '../app.ts'
import { createCappedLog } from '../capped-log.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { type Attempt, storeSignIns } from './store-sign-ins.ts'
import { service } from '../service.ts'

/** The account, or the typed address. */
type Who = { accountId: number } | { email: string }
export type SignIns = {
  /** Queues the attempt and returns at once. */
  note: (result: Exclude<SignInResult, 'unknown_address' | 'more'>, who: Who, origin: Omit<Origin, 'deviceCookie'>) => void
  /** Stores what is queued; resolves when stored. */
  flush: () => Promise<void>
}

export const signInLog = service(createSignIns, ({ flush }) => flush())

/** Records sign-ins and failed attempts a moment later, so that the response time reveals nothing about the account. */
function createSignIns({ database, countryOf, now, log }: App): SignIns {
  const onError = (error: unknown): void => log.error({ err: error }, 'sign-ins could not be stored')
  const create = () => createCappedLog<Attempt>({ store: (...given) => storeSignIns(database, ...given), now, onError })
  // Two caps, so that a flood of failures hides no successful sign-in.
  const [known, refused] = [create(), create()]
  return {
    note(result, who, { ip, network, device }) {
      const place = () => ({ ip, network, device, country: countryOf?.(ip) ?? null })
      if ('accountId' in who) known.note(`account ${who.accountId}`, (at) => ({ at, result, email: null, ...who, ...place() }))
      else refused.note(`network ${network}`, (at) => ({ at, result, accountId: null, ...who, ...place() }))
    },
    flush: async () => void (await Promise.all([known.flush(), refused.flush()])),
  }
}

const refusals = {
  'account.wrong_credentials': 'wrong_password',
  'account.banned': 'banned',
  'limit.exceeded': 'limited',
  'challenge.required': 'challenged',
} as const

/** Runs a sign-in or a registration, and records the result. Other errors say nothing about the person. */
export async function noteEntry<T extends { account: { id: number } }>(
  signIns: SignIns,
  { as, email, origin }: { as: 'signed_in' | 'registered'; email: string; origin: Origin },
  work: () => Promise<T>,
): Promise<T> {
  try {
    const entered = await work()
    signIns.note(as, { accountId: entered.account.id }, origin)
    return entered
  } catch (error) {
    const code = error instanceof AppError ? error.code : ''
    if (code in refusals) signIns.note(refusals[code as keyof typeof refusals], { email }, origin)
    throw error
  }
}
