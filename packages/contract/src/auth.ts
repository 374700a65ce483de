import * as z from 'zod/mini'
import { Email, Password } from './accounts.ts'
import { ChallengeProof } from './challenge-proof.ts'
import { Code, CodeId, Phone } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './paging.ts'
import { Assertion } from './passkey-answers.ts'
import { typedCode } from './typed-code.ts'

/** An account with a second factor answers `account.second_factor` instead, with a `token` for `enterSecondFactor`. */
export const Entered = z.object({ x_token: z.string(), name: z.string() })
export type Entered = z.infer<typeof Entered>

/** Of the authenticator app, or a recovery code. */
export const FactorCode = z.pipe(typedCode(40), z.string().check(z.minLength(6)))

const proof = { code_id: CodeId, code: Code }

export const login = endpoint({
  method: 'POST',
  path: '/muser/auth/login',
  access: 'public',
  summary: 'Sign in with e-mail or phone, and password',
  body: z.object({
    email: z.optional(Email),
    phone: z.optional(Phone),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    challenge: z.optional(ChallengeProof),
  }),
  response: Entered,
})
export const loginByCode = endpoint({
  method: 'POST',
  path: '/muser/auth/code',
  access: 'public',
  summary: 'Sign in with a code sent by e-mail or SMS',
  body: z.object(proof),
  response: Entered,
})
/** Five tries for each token. */
export const enterSecondFactor = endpoint({
  method: 'POST',
  path: '/muser/auth/second',
  access: 'public',
  summary: 'Finish signing in with the second factor',
  body: z.object({ token: z.string().check(z.maxLength(100)), code: FactorCode }),
  response: Entered,
})
export const register = endpoint({
  method: 'POST',
  path: '/muser/auth/register',
  access: 'public',
  summary: 'Create an account and sign in',
  /**
   * Either address. `code_id` and `code` are required if the site verifies new addresses, and always for a phone number. An unusable
   * invite code is refused (`invite.invalid`, `invite.invalid_optional`); most sites do not require one.
   */
  body: z.object({
    email: z.optional(Email),
    phone: z.optional(Phone),
    password: Password,
    invite_code: z.optional(typedCode(40)),
    code_id: z.optional(CodeId),
    code: z.optional(Code),
    /** Whether the terms were accepted; required if the site has terms. */
    terms: z.optional(z.boolean()),
    challenge: z.optional(ChallengeProof),
  }),
  response: Entered,
})
/** A wrong code and an unknown address get the same answer. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forget',
  access: 'public',
  summary: 'Set a new password with a code; all sessions end',
  body: z.object({ ...proof, password: Password }),
  response: Ok,
})
/** Proves again who is there: with the password, a code sent with the purpose `confirm`, the second factor, or a passkey. */
export const confirmSession = endpoint({
  method: 'POST',
  path: '/muser/auth/confirm',
  access: 'member',
  summary: 'Prove who you are before a sensitive action',
  body: z.union([
    z.object({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
    z.object(proof),
    z.object({ totp: FactorCode }),
    z.object({ passkey: Assertion }),
  ]),
  response: Ok,
})
/** How the caller can prove who they are: what `confirmSession` takes from them. */
export const readWays = endpoint({
  method: 'GET',
  path: '/muser/auth/ways',
  access: 'member',
  summary: 'How I can confirm that it is me',
  response: z.object({
    password: z.boolean(),
    /** Where a code can be sent; null: nowhere. */
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    authenticator: z.boolean(),
    passkey: z.boolean(),
  }),
})
