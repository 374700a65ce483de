import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** By what a device is counted: the id that its app sends with the link, or a link of its own. */
export const DeviceRule = z.enum(['hwid', 'link'])
export type DeviceRule = z.infer<typeof DeviceRule>

/** A device that holds a place of the plan. What the app says of it may be ''. */
export const LinkedDevice = z.object({
  id: z.int(),
  /** As the member calls it; '': not named. */
  name: z.string(),
  rule: DeviceRule,
  os: z.string(),
  os_version: z.string(),
  model: z.string(),
  /** Name of the app; 'unknown' if its user agent is not recognised, '' before its first fetch. */
  client: z.string(),
  created_at: Time,
  /** When its app last fetched the link; null: not yet. */
  last_used_at: z.nullable(Time),
  /** Billed bytes of the last 30 days; null: its traffic is counted with the account's link. */
  bytes: z.nullable(z.int()),
  /** false: the plan has fewer places now, so nodes refuse it. */
  has_place: z.boolean(),
})
export type LinkedDevice = z.infer<typeof LinkedDevice>

export const LinkedDevices = z.object({
  items: z.array(LinkedDevice),
  total: z.int(),
  /** Places of the plan; null: as many as one likes. */
  limit: z.nullable(z.int()),
  /** Devices that hold a place; those that are only counted by their id hold none. */
  taken: z.int(),
  /** The account's own link, for all devices without one. `bytes`: as of a device; `ends_at` null: it stays; `works`: whether nodes still serve it. */
  shared: z.object({ bytes: z.int(), ends_at: z.nullable(Time), works: z.boolean() }),
})
export type LinkedDevices = z.infer<typeof LinkedDevices>

const DeviceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

export const listLinkedDevices = endpoint({
  method: 'GET',
  path: '/muser/linked-devices',
  access: 'member',
  summary: 'The devices that hold places of my plan, in the order in which they came',
  response: LinkedDevices,
})
/** `link`: what the device's app fetches. */
const OwnLink = z.object({ id: z.int(), link: z.string() })
export const addLinkedDevice = endpoint({
  method: 'POST',
  path: '/muser/linked-devices',
  access: 'member',
  summary: 'Give a device a link and a credential of its own. Thirty times an hour at most',
  body: z.object({ name: DeviceName }),
  response: OwnLink,
})
export const fetchDeviceLink = endpoint({
  method: 'GET',
  path: '/muser/linked-devices/:id/link',
  access: 'member',
  summary: 'The link of one of my devices that has its own',
  response: OwnLink,
})
export const renameLinkedDevice = endpoint({
  method: 'PATCH',
  path: '/muser/linked-devices/:id',
  access: 'member',
  summary: 'Name one of my devices',
  body: z.object({ name: DeviceName }),
})
export const removeLinkedDevice = endpoint({
  method: 'POST',
  path: '/muser/linked-devices/:id/removal',
  access: 'member',
  summary: 'Free the place of one of my devices; a link of its own stops for good',
})
