import * as z from 'zod/mini'
import { Time } from './paging.ts'

/** Staff changed something for a member, or wrote to them. `text`: for written messages only. */
export const toldByStaffEvent = z.object({
  type: z.literal('told_by_staff'),
  data: z.object({
    what: z.enum(['message', 'extended', 'plan', 'traffic', 'new_link', 'suspended', 'lifted', 'devices']),
    text: z.optional(z.string()),
    days: z.optional(z.int()),
    bytes: z.optional(z.int()),
    /** Of a given plan that waits for the first connection: when it begins at the latest. */
    starts_by: z.optional(Time),
    /** When given days begin; `bytes` is their traffic. Absent in older events. */
    begins_at: z.optional(Time),
  }),
})
export type ToldByStaff = z.infer<typeof toldByStaffEvent>['data']
