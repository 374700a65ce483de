import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** A client that fetched a subscription link; one entry per client and network in ten minutes. */
export const LinkFetch = z.object({
  /** The app's own name; 'unknown' if it cannot be recognised. */
  client: z.string(),
  format: z.string(),
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: z.string(),
  /** ISO 3166 code; null: not known. */
  country: z.nullable(z.string()),
  at: Time,
})
export type LinkFetch = z.infer<typeof LinkFetch>

export const LinkFetches = z.object({
  /** The newest fifty, newest first. */
  items: z.array(LinkFetch),
  total: z.int(),
  /** Whether this site knows countries. */
  has_countries: z.boolean(),
  /** Since when the current link counts as shared (fetched from too many networks in a day); null: not shared. */
  alarm_at: z.nullable(Time),
  /** How many networks and countries fetched it within the day; null without an alarm, or if no country is known. */
  alarm_networks: z.nullable(z.int()),
  alarm_countries: z.nullable(z.int()),
})
export type LinkFetches = z.infer<typeof LinkFetches>

export const fetchLinkFetches = endpoint({
  method: 'GET',
  path: '/muser/subscribe/fetches',
  access: 'member',
  summary: 'Where my subscription link was fetched',
  response: LinkFetches,
})
