import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** A client that fetched a subscription link; one entry per client and network in ten minutes. */
export const LinkFetch = z.object({
  /** Name of the app; 'unknown' if the user agent is not recognised. */
  client: z.string(),
  format: z.string(),
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: z.string(),
  /** Country of the network, ISO 3166; null: not known. */
  country: z.nullable(z.string()),
  at: Time,
})
export type LinkFetch = z.infer<typeof LinkFetch>

export const LinkFetches = z.object({
  /** The fifty newest fetches, newest first. */
  items: z.array(LinkFetch),
  total: z.int(),
  /** true: the site has a country database. */
  has_countries: z.boolean(),
  /** Since when the current link counts as shared (fetched from too many networks in a day); null: not shared. */
  alarm_at: z.nullable(Time),
  /** Networks and countries that fetched the link within the day of the alarm; null: no alarm, or no country is known. */
  alarm_networks: z.nullable(z.int()),
  alarm_countries: z.nullable(z.int()),
})
export type LinkFetches = z.infer<typeof LinkFetches>

/** A member's word that all networks so far are their own. The link stays; only further networks count. */
export const clearLinkAlarm = endpoint({
  method: 'POST',
  path: '/muser/subscribe/alarm/clear',
  access: 'member',
  chosen: true,
  summary: 'Say that all networks so far are my own, which ends the warning and keeps the link. May be called twice',
})

export const fetchLinkFetches = endpoint({
  method: 'GET',
  path: '/muser/subscribe/fetches',
  access: 'member',
  chosen: true,
  summary: 'Where my subscription link was fetched',
  response: LinkFetches,
})
