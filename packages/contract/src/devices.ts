import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Ok, Time } from './paging.ts'

/** An address in use on a node; IPv6 as its /64. */
export const Device = z.object({
  ip: z.string(),
  /** ISO 3166 code; null: not known. */
  country: z.nullable(z.string()),
  /** The app that last fetched the subscription link from there; null: none in thirty days. */
  client: z.nullable(z.string()),
  /** The node that saw it last. */
  node_name: z.string(),
  seen_at: Time,
  /** Whether it counts towards the limit: seen within the last two minutes. */
  counted: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const fetchDevices = endpoint({
  method: 'GET',
  path: '/muser/devices',
  access: 'member',
  summary: 'Addresses that used my subscription in the last hour, newest first',
  response: z.object({
    items: z.array(Device),
    total: z.int(),
    /** Whether this site knows countries. */
    has_countries: z.boolean(),
    /** How many count now. */
    count: z.int(),
    /** null: no limit. */
    limit: z.nullable(z.int()),
  }),
})
export const resetDevices = endpoint({
  method: 'POST',
  path: '/muser/devices/reset',
  access: 'member',
  summary: 'Clear my addresses; those in use come back with the next node reports. Three times an hour at most',
  response: Ok,
})
