import * as z from 'zod/mini'

/**
 * When used traffic is reset. `monthly`, `yearly`: on the day the term began. `first_of_month`, `january_first`: on that day. `never`: not
 * before the next term.
 */
export const ResetMode = z.enum(['monthly', 'first_of_month', 'yearly', 'january_first', 'never'])
export type ResetMode = z.infer<typeof ResetMode>
