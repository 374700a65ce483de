import * as z from 'zod/mini'

/** Other sites to sign in with, in the order of their buttons. `oidc`: one that speaks OpenID Connect, chosen by the operator. */
export const siteIds = ['google', 'apple', 'github', 'telegram', 'oidc'] as const
export const SiteId = z.enum(siteIds)
export type SiteId = z.infer<typeof SiteId>

/** A site that is ready to use, with the name on its button. */
export const SignInSite = z.object({ id: SiteId, label: z.string() })
export type SignInSite = z.infer<typeof SignInSite>
