import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { BlockedHours } from './youth-rules.ts'

export const YouthMode = z.object({
  on: z.boolean(),
  /** When the member switched it on; null: it is off. */
  since: z.nullable(Time),
  /** Names of the blocked categories, in the caller's language. */
  categories: z.array(z.string()),
  /** Hours in which links return no nodes. */
  hours: z.array(BlockedHours),
  /** Time zone of `hours`. */
  time_zone: z.string(),
  /** true: now is within the blocked hours. */
  resting: z.boolean(),
})
export type YouthMode = z.infer<typeof YouthMode>

export const getYouthMode = endpoint({
  method: 'GET',
  path: '/muser/youth',
  access: 'member',
  summary: 'Whether youth mode is on, and its rules',
  response: YouthMode,
})
export const switchYouthModeOn = endpoint({
  method: 'POST',
  path: '/muser/youth/on',
  access: 'member',
  summary: 'Switch youth mode on: my profiles block the listed categories and hours. Safe to repeat',
})
export const switchYouthModeOff = endpoint({
  method: 'POST',
  path: '/muser/youth/off',
  access: 'member',
  summary: 'Switch youth mode off; needs the password',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
})
