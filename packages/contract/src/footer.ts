import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the operator has filled in for the footer; '' is not shown. */
export const Footer = z.object({
  official_account: z.string(),
  articles_url: z.string(),
  directory_url: z.string(),
  filing: z.string(),
  licence: z.string(),
  has_terms: z.boolean(),
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
  summary: 'The terms of service in the caller’s language; 404 if there are none',
  body: z.object({ type: z.literal('tos') }),
  response: z.object({ title: z.string(), body: z.string() }),
})
