import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const CheckIn = z.object({
  enabled: z.boolean(),
  /** Smallest and largest reward, in bytes. */
  min: z.int(),
  max: z.int(),
  /** Bytes won today in the site's time zone; null: the member has not checked in yet. */
  today: z.nullable(z.int()),
})
export type CheckIn = z.infer<typeof CheckIn>

export const getCheckIn = endpoint({
  method: 'GET',
  path: '/muser/checkin',
  access: 'member',
  chosen: true,
  summary: 'Whether I have checked in today',
  response: CheckIn,
})
export const checkIn = endpoint({
  method: 'POST',
  path: '/muser/checkin',
  access: 'member',
  chosen: true,
  summary: 'Check in, once a day, for extra traffic in this cycle',
  response: CheckIn,
})
