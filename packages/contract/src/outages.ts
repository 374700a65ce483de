import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, Time } from './paging.ts'

/** `silent`: nothing was heard of the node. */
export const OutageReason = z.enum(['silent'])
export type OutageReason = z.infer<typeof OutageReason>

/** What a member gets for an outage: days on his term, or bytes that stay until they are used. */
export const Compensation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), days: z.int().check(z.gte(1), z.lte(90)) }),
  z.object({ kind: z.literal('traffic'), bytes: z.int().check(z.gte(1), z.lte(2 ** 50)) }),
])
export type Compensation = z.infer<typeof Compensation>

export const LocationStatus = z.enum(['up', 'partly', 'down', 'maintenance'])
export type LocationStatus = z.infer<typeof LocationStatus>

/** Nodes of one place, as anybody may see them: no address, no node by itself. */
export const Location = z.object({
  name: z.string(),
  status: LocationStatus,
  /** Hundredths of a percent over the days shown. */
  uptime: z.int(),
  /** Oldest first, one for each day; `uptime` null where there was no node yet. */
  days: z.array(z.object({ day: Day, uptime: z.nullable(z.int()) })),
})
export type Location = z.infer<typeof Location>

export const ServiceStatus = z.object({
  checked_at: Time,
  locations: z.array(Location),
  /** Of the last 14 days, latest first; `ended_at` null while it lasts. */
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

/** Once for each outage and member. `node`: its name at the time. */
export const compensationEvent = z.object({
  type: z.literal('outage_compensation'),
  data: z.object({ node: z.string(), began_at: Time, ended_at: z.nullable(Time), compensation: Compensation }),
})
