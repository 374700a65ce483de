import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** An IP address in use on a node; IPv6 as its /64. */
export const Device = z.object({
  ip: z.string(),
  /** Country of the address, ISO 3166; null: not known. */
  country: z.nullable(z.string()),
  /** The app that last fetched the subscription link from this address; null: none that is kept (thirty days, and the rest of their week). */
  client: z.nullable(z.string()),
  /** The node that last saw the address. */
  node_name: z.string(),
  seen_at: Time,
  /** true: seen within the last two minutes, so it counts towards the device limit. */
  counted: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const fetchDevices = endpoint({
  method: 'GET',
  path: '/muser/devices',
  access: 'member',
  chosen: true,
  summary: 'Addresses that used my subscription in the last hour, newest first',
  response: z.object({
    items: z.array(Device),
    total: z.int(),
    /** true: the site has a country database. */
    has_countries: z.boolean(),
    /** Addresses that count towards the limit now: those of devices without a link of their own. */
    count: z.int(),
    /** Places that devices with links of their own leave; null: no limit. */
    limit: z.nullable(z.int()),
  }),
})
export const resetDevices = endpoint({
  method: 'POST',
  path: '/muser/devices/reset',
  access: 'member',
  chosen: true,
  summary: 'Clear my addresses; those in use come back with the next node reports. Three times an hour at most',
})
