import * as z from 'zod/mini'

/** Sign-in sites in the order of their buttons. `oidc`: an OpenID Connect site of the operator's choice. */
export const siteIds = ['google', 'apple', 'github', 'telegram', 'oidc'] as const
export const SiteId = z.enum(siteIds)
export type SiteId = z.infer<typeof SiteId>

/** A configured sign-in site with its button's label. */
export const SignInSite = z.object({ id: SiteId, label: z.string() })
export type SignInSite = z.infer<typeof SignInSite>
