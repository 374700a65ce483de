import * as z from 'zod/mini'
import { Finding } from './diagnosis.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { limits } from './plan-limits.ts'

/** What the member reports seeing when they try to connect. */
export const Symptom = z.enum(['nothing_loads', 'slow', 'some_sites', 'app_error'])
export type Symptom = z.infer<typeof Symptom>
export const Connection = z.enum(['home', 'mobile', 'public', 'abroad'])
export type Connection = z.infer<typeof Connection>

/** The member's answers before opening the ticket; null: not asked. */
export const Tried = z.object({
  app: z.nullable(z.string().check(z.trim(), z.maxLength(60))),
  symptom: z.nullable(Symptom),
  connection: z.nullable(Connection),
  /** Kinds of the actions the member took from findings. */
  done: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
})
export type Tried = z.infer<typeof Tried>

/** A finding as stored, in both languages, because the member and staff may read different ones. */
const KeptFinding = z.object({ code: Finding.shape.code, since: Finding.shape.since, en: z.string(), 'zh-CN': z.string() })

/** Facts about a member's connection, kept with a ticket for staff. Holds no secrets, and addresses only as networks. */
export const Bundle = z.object({
  made_at: Time,
  findings: z.array(KeptFinding),
  /** The member's plan; null: none. Traffic in bytes, speed in Mbps; a null limit means unlimited. */
  plan: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      state: z.enum(['active', 'expired', 'over_quota']),
      expires_at: z.nullable(Time),
      used: z.int(),
      total: z.int(),
      resets_at: z.nullable(Time),
      last_used_at: z.nullable(Time),
      ...limits,
    }),
  ),
  /** The app that last fetched the current link; null: none did. `version`: of the app or of its core; null: not known. */
  last_fetch: z.nullable(z.object({ app: z.string(), version: z.nullable(z.string()), format: z.string(), at: Time })),
  /** Devices of the last hour, newest first. `network`: IPv4 as /24, IPv6 as /48. */
  devices: z.array(z.object({ network: z.string(), app: z.nullable(z.string()), node: z.string(), seen_at: Time, counted: z.boolean() })),
  /** `offered`: nodes that the plan offers; `up`: those of them that are running. */
  nodes: z.object({ offered: z.int(), up: z.int() }),
  /** Outages of the plan's nodes in the last week, newest first. */
  outages: z.array(z.object({ node: z.string(), began_at: Time, ended_at: z.nullable(Time) })),
  /** How many milliseconds the device's clock was ahead; null: not known today. */
  clock_skew: z.nullable(z.int()),
  tried: Tried,
})
export type Bundle = z.infer<typeof Bundle>

export const previewBundle = endpoint({
  method: 'POST',
  path: '/muser/doctor/bundle',
  access: 'member',
  chosen: true,
  summary: 'What staff will see about my connection if I ask now; stores nothing',
  body: z.object({ tried: Tried }),
  response: Bundle,
})
