import * as z from 'zod/mini'
import { Entered } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { Assertion } from './passkey-answers.ts'

const Base64Url = z.string().check(z.regex(/^[\w-]{1,4000}$/))
const text = (most: number) => z.string().check(z.maxLength(most))

/** What the browser answers when it has made a passkey: what we read of the WebAuthn standard's JSON. */
export const NewCredential = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: z.string().check(z.regex(/^[\w-]{1,20000}$/)),
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** Options for the browser, as the WebAuthn standard writes them in JSON. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const PasskeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** true: the passkey is copied between devices, by a password manager for example. */
  synced: z.boolean(),
  created_at: Time,
  last_used_at: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/muser/passkeys',
  access: 'member',
  summary: 'My passkeys',
  response: z.object({ items: z.array(Passkey), total: z.int() }),
})
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/muser/passkeys/options',
  access: 'member',
  summary: 'What the browser needs to make a passkey; works once',
  fresh: true,
  response: Options,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/muser/passkeys',
  access: 'member',
  summary: 'Add a passkey that the browser has made',
  fresh: true,
  body: z.object({ credential: NewCredential, name: PasskeyName }),
  response: Passkey,
})
export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/muser/passkeys/:id',
  access: 'member',
  summary: 'Rename a passkey',
  body: z.object({ name: PasskeyName }),
  response: Passkey,
})
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/muser/passkeys/:id',
  access: 'member',
  summary: 'Delete a passkey, unless it is the last way to sign in',
  fresh: true,
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/muser/auth/passkey/options',
  access: 'public',
  summary: 'What the browser needs to sign in with a passkey; works once',
  response: Options,
})
/**
 * Signs in by passkey. Needs no address, because the passkey names its owner, and no second factor, because the device checks its owner.
 */
export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/muser/auth/passkey',
  access: 'public',
  summary: 'Sign in with a passkey',
  body: z.object({ credential: Assertion }),
  response: Entered,
})
export const beginPasskeyConfirm = endpoint({
  method: 'POST',
  path: '/muser/auth/confirm/options',
  access: 'member',
  summary: 'What the browser needs to prove who is there with a passkey; works once',
  response: Options,
})
