import * as z from 'zod/mini'

/**
 * When used traffic is reset: each month on the day the term began, on the first of each month, each year on the day the term began, on
 * January 1, or not before the next term.
 */
export const ResetMode = z.enum(['monthly', 'first_of_month', 'yearly', 'january_first', 'never'])
export type ResetMode = z.infer<typeof ResetMode>
