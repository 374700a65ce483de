import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { ChallengeProof } from './challenge-proof.ts'
import { endpoint } from './endpoint.ts'
import { typedCode } from './typed-code.ts'

/** What a code is sent for. `bind` (add a new address) and `confirm` (prove who is signed in) need a session. */
export const CodePurpose = z.enum(['register', 'claim', 'login', 'reset', 'bind', 'confirm'])
export type CodePurpose = z.infer<typeof CodePurpose>

/** A phone number with country prefix, such as +8613812345678 or 008613812345678. Spaces, dashes, dots and brackets are ignored. */
export const Phone = z.pipe(
  z.pipe(
    typedCode(40),
    z.transform((text: string) => text.replace(/[().-]/g, '').replace(/^00/, '+')),
  ),
  z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
)
/** A code as typed: six digits, with or without spaces. */
export const Code = z.pipe(
  z.pipe(
    typedCode(20),
    z.transform((text: string) => text.replaceAll('-', '')),
  ),
  z.string().check(z.regex(/^\d{6}$/)),
)
/** Random id of one sent code. Only the browser that asked for the code knows it. */
export const CodeId = z.string().check(z.regex(/^[\w-]{43}$/))
/** `wait`: seconds until another code may be asked for. `expires_in`: seconds until this one expires. */
const Sent = z.object({ code_id: CodeId, wait: z.int(), expires_in: z.int() })

/** Sends a code by e-mail. The answer does not show whether an account has the address. */
export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/comm/sendEmailVerify',
  access: 'public',
  summary: 'Send a code by e-mail',
  body: z.object({ email: Email, purpose: CodePurpose, challenge: z.optional(ChallengeProof) }),
  response: Sent,
})
export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/comm/sendPhoneVerify',
  access: 'public',
  summary: 'Send a code by SMS',
  body: z.object({ phone: Phone, purpose: CodePurpose, challenge: z.optional(ChallengeProof) }),
  response: Sent,
})

export const Country = z.object({
  /** Country, ISO 3166, two letters. */
  code: z.string(),
  /** Calling code with its plus, such as +86. */
  prefix: z.string(),
  names: z.object({ en: z.string(), 'zh-CN': z.string() }),
})
export type Country = z.infer<typeof Country>
export const listCountries = endpoint({
  method: 'GET',
  path: '/api/comm/countries',
  access: 'public',
  summary: 'Countries and their calling codes',
  response: z.object({ items: z.array(Country) }),
})
