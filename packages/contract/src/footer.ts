import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ServiceChannel } from './service-channels.ts'

/** The footer's values, as the operator set them; '' is not shown. */
export const Footer = z.object({
  official_account: z.string(),
  /** Path of the account's QR code on this site. */
  official_account_qr: z.string(),
  /** Ways to reach customer service, and its hours. */
  channels: z.array(ServiceChannel),
  service_hours: z.string(),
  articles_url: z.string(),
  directory_url: z.string(),
  filing: z.string(),
  filing_url: z.string(),
  licence: z.string(),
  licence_url: z.string(),
  /** Whether there is a public article, so that `/help` has something to show. */
  has_help: z.boolean(),
  /** Whether `/sup_game`, `/discount` and `/extension` have something to show. */
  has_games: z.boolean(),
  has_promotions: z.boolean(),
  has_extension: z.boolean(),
  /** Published terms; `type` is the argument of `fetchTerms`. */
  terms: z.array(z.object({ type: z.string(), title: z.string() })),
})
export type Footer = z.infer<typeof Footer>

export const getFooter = endpoint({
  method: 'GET',
  path: '/api/comm/footer',
  access: 'public',
  summary: 'Values of the public footer',
  response: Footer,
})

/** The specification fixes the path, spelling included. */
export const fetchTerms = endpoint({
  method: 'POST',
  path: '/api/comm/tosFecth',
  access: 'public',
  summary: 'Terms such as `tos`, in the caller’s language or else in the other; 404 if there are none',
  body: z.object({ type: z.string().check(z.maxLength(30)) }),
  /** `body` is clean HTML. */
  response: z.object({ title: z.string(), body: z.string() }),
})
