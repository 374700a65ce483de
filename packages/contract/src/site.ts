import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { SignInSite } from './sign-in-sites.ts'

/** Site values that any page may need. The specification fixes the names with capitals. */
export const SiteConfig = z.object({
  webtitle: z.string(),
  weburl: z.string(),
  /** The text of the notice at the top of public pages; '': none, or the caller is signed in and dismissed it. */
  indexNotice: z.string(),
  /** Names this notice, to remember that it was dismissed. Another one, or the same shown again, has another key; '': none. */
  index_notice_key: z.string(),
  /** With it, an account dismisses the notice on all its devices. */
  index_notice_id: z.nullable(z.int()),
  webclose: z.union([z.literal(0), z.literal(1)]),
  email: z.string(),
  currency: Currency,
  timezone: z.string(),
  registration_open: z.boolean(),
  /** Other sites to sign in with, in the order of their buttons. */
  sign_in_sites: z.array(SignInSite),
  /** Whether signing in with Google is ready to use. */
  gapi_loaded: z.boolean(),
  /** What a new account is opened with. Pages offer phone numbers only where members may have one. */
  register_with: z.enum(['email', 'phone', 'both']),
  /** Whether a new e-mail address needs a code; a phone number always does. */
  verify_email: z.boolean(),
  has_terms: z.boolean(),
  /** Items of the public header: a path on this site or an https address, and what it is called. */
  header: z.array(z.object({ to: z.string(), label: z.string() })),
})
export type SiteConfig = z.infer<typeof SiteConfig>

export const getSiteConfig = endpoint({
  method: 'GET',
  path: '/api/comm/config',
  access: 'public',
  summary: 'Site values',
  response: SiteConfig,
})
