import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { SignInSite } from './sign-in-sites.ts'

/** The operator's colour, and what they set in place of our logo and the home page's first words; '': nothing. */
export const Brand = z.object({ colour: z.string(), logo: z.string(), headline: z.string(), intro: z.string() })
export type Brand = z.infer<typeof Brand>

/** Site values that any page may need. The specification fixes the names with capitals. */
export const SiteConfig = z.object({
  webtitle: z.string(),
  weburl: z.string(),
  /** Text of the notice bar on public pages; '': none, or the caller dismissed it. */
  indexNotice: z.string(),
  /** Key under which a browser stores that the notice was dismissed. A new or reshown notice has a new key; '': none. */
  index_notice_key: z.string(),
  /** Id by which an account dismisses the notice on all its devices; null: none. */
  index_notice_id: z.nullable(z.int()),
  webclose: z.union([z.literal(0), z.literal(1)]),
  email: z.string(),
  currency: Currency,
  timezone: z.string(),
  registration_open: z.boolean(),
  /** Configured sign-in sites, in the order of their buttons. */
  sign_in_sites: z.array(SignInSite),
  /** true: signing in with Google is configured. */
  gapi_loaded: z.boolean(),
  /** What registration asks for. Pages offer phone numbers only where the site allows them. */
  register_with: z.enum(['email', 'phone', 'both']),
  /** true: a new e-mail address needs a code. A phone number always does. */
  verify_email: z.boolean(),
  has_terms: z.boolean(),
  /** true: members moved from another panel can claim their accounts by their links. */
  may_claim: z.boolean(),
  /** Items of the public header. `to`: a path on this site or an https address. */
  header: z.array(z.object({ to: z.string(), label: z.string() })),
  brand: Brand,
})
export type SiteConfig = z.infer<typeof SiteConfig>

export const getSiteConfig = endpoint({
  method: 'GET',
  path: '/api/comm/config',
  access: 'public',
  summary: 'Site values',
  response: SiteConfig,
})
