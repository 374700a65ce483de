import * as z from 'zod/mini'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** The second factor of an account: an authenticator app, with recovery codes for when the phone is lost. */
export const Factors = z.object({
  /** Since when sign-in asks for the app's code; null: it does not. */
  authenticator_since: z.nullable(Time),
  recovery_codes_left: z.int(),
})
export const getFactors = endpoint({
  method: 'GET',
  path: '/muser/factors',
  access: 'member',
  summary: 'My second factor',
  response: Factors,
})

/** Recovery codes. Each works once, in place of the app's code. No other answer contains them. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Makes a key for the authenticator app. Sign-in asks for it only after `finishAuthenticator`; until then each call makes a new key. */
export const beginAuthenticator = endpoint({
  method: 'POST',
  path: '/muser/factors/authenticator',
  access: 'member',
  summary: 'Make a key for an authenticator app',
  fresh: true,
  /** `key` to type, in base32; `url` for the QR code. */
  response: z.object({ key: z.string(), url: z.string() }),
})
export const finishAuthenticator = endpoint({
  method: 'POST',
  path: '/muser/factors/authenticator/confirm',
  access: 'member',
  summary: 'Switch the second factor on with a first code',
  fresh: true,
  body: z.object({ code: Code }),
  response: RecoveryCodes,
})
export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/muser/factors/authenticator',
  access: 'member',
  summary: 'Switch the second factor off',
  fresh: true,
})
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/muser/factors/recoveryCodes',
  access: 'member',
  summary: 'Make new recovery codes; the old ones stop working',
  fresh: true,
  response: RecoveryCodes,
})
