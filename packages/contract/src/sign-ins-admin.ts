import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursorOf, cursorQuery, Day, NumberText, Time } from './paging.ts'
import { typedText } from './typed-code.ts'

export const SignInResult = z.enum([
  'signed_in',
  'registered',
  'signed_out',
  'wrong_password',
  'unknown_address',
  'banned',
  /** Refused by a limit, before the password was checked. */
  'limited',
  /** A challenge must be solved first. */
  'challenged',
  /** Further attempts of the same minute, counted in `attempts`. */
  'more',
])
export type SignInResult = z.infer<typeof SignInResult>

export const SignIn = z.object({
  id: z.int(),
  at: Time,
  result: SignInResult,
  /** How many attempts this row counts: 1 unless the result is `more`. */
  attempts: z.int(),
  account_id: z.nullable(z.int()),
  email: z.nullable(z.string()),
  /** The typed address with its middle masked; set if no account has it. */
  typed: z.nullable(z.string()),
  /** IP address; null for `more` rows with several networks. */
  ip: z.nullable(z.string()),
  country: z.nullable(z.string()),
  device: z.nullable(z.string()),
})
export type SignIn = z.infer<typeof SignIn>

export const adminListSignIns = endpoint({
  method: 'GET',
  path: '/admin/log/sign-ins',
  access: ['log.read', 'members.read'],
  summary: 'Sign-in attempts, registrations and sign-outs of the last 180 days, newest first, by cursor',
  query: z.object({
    ...cursorQuery,
    account_id: z.optional(NumberText),
    /** Matches the start of a member's e-mail address. */
    q: z.optional(typedText(100)),
    result: z.optional(SignInResult),
    /** An IPv4 address, or an IPv6 address, which matches its whole /64. */
    network: z.optional(z.string().check(z.maxLength(60))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  response: z.object({ ...cursorOf(SignIn).shape, has_countries: z.boolean() }),
})
