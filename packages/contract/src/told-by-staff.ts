import * as z from 'zod/mini'

/** Something staff did for a member, or wrote to them. `text`: of a message only. */
export const toldByStaffEvent = z.object({
  type: z.literal('told_by_staff'),
  data: z.object({
    what: z.enum(['message', 'extended', 'traffic', 'new_link', 'suspended', 'lifted', 'devices']),
    text: z.optional(z.string()),
    days: z.optional(z.int()),
    bytes: z.optional(z.int()),
  }),
})
export type ToldByStaff = z.infer<typeof toldByStaffEvent>['data']
