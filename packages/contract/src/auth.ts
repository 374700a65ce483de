import * as z from 'zod/mini'
import { Email, Password } from './accounts.ts'
import { ChallengeProof } from './challenge-proof.ts'
import { Code, CodeId, Phone } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Assertion } from './passkey-answers.ts'
import { typedCode } from './typed-code.ts'

/** Answer to a sign-in. With a second factor, the call fails with `account.second_factor` and a `token` for `enterSecondFactor`. */
export const Entered = z.object({ x_token: z.string(), name: z.string() })
export type Entered = z.infer<typeof Entered>

/** Six digits from the authenticator app, or a recovery code. */
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
/** Finishes a sign-in by the second factor. Each token allows five tries. */
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
   * Takes `email` or `phone`. `code_id` and `code` are required for phone numbers, and for e-mail if the site verifies addresses. Refuses
   * an unusable invite code: `invite.invalid`, or `invite.invalid_optional` where none is required.
   */
  body: z.object({
    email: z.optional(Email),
    phone: z.optional(Phone),
    password: Password,
    invite_code: z.optional(typedCode(40)),
    code_id: z.optional(CodeId),
    code: z.optional(Code),
    /** true: the terms were accepted. Required if the site has terms. */
    terms: z.optional(z.boolean()),
    challenge: z.optional(ChallengeProof),
  }),
  response: Entered,
})
/** Sets a new password by code. A wrong code and an unknown address get the same answer. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forget',
  access: 'public',
  summary: 'Set a new password with a code; all sessions end',
  body: z.object({ ...proof, password: Password }),
})
/** Proves again who is signed in: by password, a code with the purpose `confirm`, the second factor, or a passkey. */
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
})
/** The proofs that `confirmSession` accepts from the caller. */
export const readWays = endpoint({
  method: 'GET',
  path: '/muser/auth/ways',
  access: 'member',
  summary: 'How I can confirm that it is me',
  response: z.object({
    password: z.boolean(),
    /** Addresses that can receive a code; null: none. */
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    authenticator: z.boolean(),
    passkey: z.boolean(),
  }),
})
