import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ServiceChannel } from './service-channels.ts'

/** What the operator has filled in for the footer; '' is not shown. */
export const Footer = z.object({
  official_account: z.string(),
  /** Address of its QR code on this site. */
  official_account_qr: z.string(),
  /** How customer service is reached, and when. */
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
  /** Published terms; `type` fetches them. */
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
