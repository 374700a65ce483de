import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SiteId } from './sign-in-sites.ts'

/**
 * Result of testing a sign-in site. `incomplete`: a setting is missing. `bad_address`: not an https address. `not_an_issuer`: no readable
 * metadata. `other_issuer`: metadata of another address. `bad_key`: Apple's private key. `refused`: wrong client id or secret.
 */
export const SiteFinding = z.enum([
  'ready',
  'off',
  'incomplete',
  'bad_address',
  'unreachable',
  'not_an_issuer',
  'other_issuer',
  'bad_key',
  'refused',
])
export type SiteFinding = z.infer<typeof SiteFinding>

export const adminTestSite = endpoint({
  method: 'GET',
  path: '/admin/oauth/:site/test',
  access: ['settings.security'],
  summary: 'Test the saved settings of a site to sign in with',
  params: z.object({ site: SiteId }),
  /** `detail`: the issuer's own error text, or ''. */
  response: z.object({ finding: SiteFinding, detail: z.string(), redirect_url: z.string() }),
})
