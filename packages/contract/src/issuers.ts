import * as z from 'zod/mini'
import { Entered } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { SignInSite, SiteId } from './sign-in-sites.ts'
import { typedCode } from './typed-code.ts'

/** Path of a page on this site. */
const Path = z.string().check(z.maxLength(300), z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u))
const StepToken = z.string().check(z.regex(/^[\w-]{43}$/))
const InviteCode = typedCode(40)

/**
 * Sign-in with another site, in two steps. With `provider`: answers where to send the browser. With `code`, `state` and `iss`: signed in;
 * `linked` for a caller with a session; or `next` with a token for `registerBySite` or `linkSite`.
 */
export const signInBySite = endpoint({
  method: 'POST',
  path: '/muser/auth/oauth',
  access: 'public',
  // A caller with a session links the other site's account to their own.
  fresh: true,
  summary: 'Sign in with another site: start, and finish',
  body: z
    .object({
      provider: z.optional(SiteId),
      /** Path to open afterwards. */
      redirect: z.optional(Path),
      invite_code: z.optional(InviteCode),
      code: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
      state: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      iss: z.optional(z.string().check(z.maxLength(300))),
    })
    .check(
      z.refine(({ provider, state }) => provider !== undefined || state !== undefined, { path: ['provider'] }),
      z.refine(({ code, state }) => (code === undefined) === (state === undefined), { path: ['state'] }),
    ),
  response: z.union([
    z.object({ url: z.string() }),
    z.object({ ...Entered.shape, redirect: z.nullable(z.string()) }),
    z.object({ linked: SiteId, redirect: z.nullable(z.string()) }),
    z.object({
      next: z.enum(['register', 'link']),
      token: z.string(),
      provider: SiteId,
      /** E-mail address verified by the other site; null: it gave none. */
      email: z.nullable(z.string()),
      /** The person's name at the other site. */
      name: z.string(),
      invite_code: z.string(),
      redirect: z.nullable(z.string()),
    }),
  ]),
})
export const registerBySite = endpoint({
  method: 'POST',
  path: '/muser/auth/oauth/register',
  access: 'public',
  summary: 'Create an account without a password, after another site said who it is',
  body: z.object({ token: StepToken, invite_code: z.optional(InviteCode), terms: z.optional(z.boolean()) }),
  response: Entered,
})
/** Links the other site's account after a usual sign-in. Only the account with the address that the other site verified may do it. */
export const linkSite = endpoint({
  method: 'POST',
  path: '/muser/auth/oauth/link',
  access: 'member',
  fresh: true,
  summary: 'Connect the account at another site to this one',
  body: z.object({ token: StepToken }),
})

export const ConnectedSite = z.object({
  id: z.int(),
  /** The sign-in site; null: it is no longer offered. */
  site: z.nullable(SiteId),
  /** Label of the site's button, else its host name. */
  site_name: z.string(),
  /** The member's name at the other site. */
  label: z.string(),
  connected_at: Time,
})
export type ConnectedSite = z.infer<typeof ConnectedSite>
export const listConnectedSites = endpoint({
  method: 'GET',
  path: '/muser/oauth',
  access: 'member',
  summary: 'Other sites this account signs in with',
  response: z.object({ items: z.array(ConnectedSite), total: z.int(), available: z.array(SignInSite) }),
})
/** Removes a linked site. `account.last_sign_in` if the account would have no other way to sign in. */
export const disconnectSite = endpoint({
  method: 'DELETE',
  path: '/muser/oauth/:id',
  access: 'member',
  fresh: true,
  summary: 'Disconnect an account at another site',
})
