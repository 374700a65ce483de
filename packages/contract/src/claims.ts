import * as z from 'zod/mini'
import { Email, Password } from './accounts.ts'
import { Entered } from './auth.ts'
import { ChallengeProof } from './challenge-proof.ts'
import { Code, CodeId, Phone } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** A subscription link as somebody has it: whole, or its path. */
export const ClaimLink = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))

/** Says what a link names before anybody enters an address. Throws `claim.unknown`, `claim.done` or `claim.closed`. */
export const checkClaim = endpoint({
  method: 'POST',
  path: '/muser/claim/check',
  access: 'public',
  summary: 'Whether the account of a subscription link can be claimed',
  body: z.object({ link: ClaimLink }),
  /** No more than the link’s own page shows. `expires_at`: null without an end. */
  response: z.object({ plan_name: z.nullable(z.string()), expires_at: z.nullable(Time) }),
})
/** Address and code as in `register`; codes have the purpose `claim`. */
export const claimAccount = endpoint({
  method: 'POST',
  path: '/muser/claim',
  access: 'public',
  summary: 'Give an account without an address an address and a password, by its subscription link, once',
  body: z.object({
    link: ClaimLink,
    email: z.optional(Email),
    phone: z.optional(Phone),
    password: Password,
    code_id: z.optional(CodeId),
    code: z.optional(Code),
    terms: z.optional(z.boolean()),
    challenge: z.optional(ChallengeProof),
  }),
  response: Entered,
})
