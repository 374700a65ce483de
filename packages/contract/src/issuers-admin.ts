import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SiteId } from './sign-in-sites.ts'

/**
 * What the test of another site found: `ready`; `off`; `incomplete` (a setting is missing); `bad_address` (not https, or no address);
 * `unreachable`; `not_an_issuer` (no readable metadata); `other_issuer` (the metadata name another address); `bad_key` (Apple's private
 * key); `refused` (the client ID or secret is wrong).
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
  /** `detail`: what the other side said, if anything. */
  response: z.object({ finding: SiteFinding, detail: z.string(), redirect_url: z.string() }),
})
