import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, Time } from './paging.ts'
import { translationsOf } from './translations.ts'

/** Why a node is down. `silent`: it stopped calling. */
export const OutageReason = z.enum(['silent'])
export type OutageReason = z.infer<typeof OutageReason>

/** Compensation for an outage: days added to the term, or bytes that stay until used. */
export const Compensation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), days: z.int().check(z.gte(1), z.lte(90)) }),
  z.object({ kind: z.literal('traffic'), bytes: z.int().check(z.gte(1), z.lte(2 ** 50)) }),
])
export type Compensation = z.infer<typeof Compensation>

export const LocationStatus = z.enum(['up', 'partly', 'down', 'maintenance'])
export type LocationStatus = z.infer<typeof LocationStatus>

/** The nodes of one location, as the public status page shows them: no addresses, no single nodes. */
export const Location = z.object({
  name: z.string(),
  status: LocationStatus,
  /** Uptime over the days shown, in hundredths of a percent. */
  uptime: z.int(),
  /** One entry per day, oldest first; `uptime` is null before the location's first node. */
  days: z.array(z.object({ day: Day, uptime: z.nullable(z.int()) })),
})
export type Location = z.infer<typeof Location>

export const ServiceStatus = z.object({
  checked_at: Time,
  locations: z.array(Location),
  /** Outages of the last 14 days, latest first; `ended_at` null: still continuing. */
  incidents: z.array(z.object({ location: z.string(), began_at: Time, ended_at: z.nullable(Time) })),
})
export type ServiceStatus = z.infer<typeof ServiceStatus>

export const getServiceStatus = endpoint({
  method: 'GET',
  path: '/api/service/status',
  access: 'public',
  summary: 'Locations, their last 90 days and recent incidents; up to 15 seconds old',
  response: ServiceStatus,
})

/** A member was compensated. Once per outage and member. `node`: its name then. */
export const compensationEvent = z.object({
  type: z.literal('outage_compensation'),
  data: z.object({
    node: z.string(),
    translations: z.optional(translationsOf({ node: z.string() })),
    began_at: Time,
    ended_at: z.nullable(Time),
    compensation: Compensation,
    /** Start and bytes of the given days. Absent in older events, and for traffic. */
    brings: z.optional(z.object({ begins_at: Time, bytes: z.int() })),
  }),
})

/** A node the member used in the last days is down. Ends with the outage. `node`: its name then. */
export const nodeOutageEvent = z.object({
  type: z.literal('node_outage'),
  data: z.object({ node: z.string(), translations: z.optional(translationsOf({ node: z.string() })), began_at: Time }),
})
