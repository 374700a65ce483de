import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** A client that fetched a subscription link; one entry for each client and network in ten minutes. */
export const LinkFetch = z.object({
  /** Name of the app as it told it; 'unknown' where nobody knows it. */
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
  /** Whether this site can tell countries at all. */
  has_countries: z.boolean(),
  /** Since when the present link counts as shared: fetched from too many networks in a day; null: it does not. */
  alarm_at: z.nullable(Time),
  /** How many networks and countries it was fetched from within the day; null without an alarm, or where no country is known. */
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
