import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Actions that a challenge can guard. A solution counts for one of them only. */
export const ChallengeType = z.enum(['login', 'register', 'code', 'reset'])
export type ChallengeType = z.infer<typeof ChallengeType>

/** Proof of work: the number from 0 to `maxnumber` for which SHA-256 of `salt` followed by the number is `challenge`. */
export const AltchaChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  maxnumber: z.int(),
  salt: z.string(),
  signature: z.string(),
})
export type AltchaChallenge = z.infer<typeof AltchaChallenge>

export const Challenge = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('none') }),
  z.object({ provider: z.literal('altcha'), challenge: AltchaChallenge }),
  z.object({ provider: z.literal('turnstile'), site_key: z.string() }),
  z.object({ provider: z.literal('recaptcha'), site_key: z.string() }),
])
export type Challenge = z.infer<typeof Challenge>

export const captchaVerify = endpoint({
  method: 'GET',
  path: '/muser/auth/captcha_veryfy',
  access: 'public',
  summary: 'The challenge to solve before a call; `needed=1` after the call answered `challenge.required`',
  query: z.object({ type: ChallengeType, needed: z.optional(z.literal('1')) }),
  response: Challenge,
})
