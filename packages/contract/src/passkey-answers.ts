import * as z from 'zod/mini'

const Base64Url = z.string().check(z.regex(/^[\w-]{1,4000}$/))

/** What the browser answers when it has used a passkey: what we read of the WebAuthn standard's JSON. */
export const Assertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(Base64Url),
  }),
})
export type Assertion = z.infer<typeof Assertion>
