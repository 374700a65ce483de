import * as z from 'zod/mini'

/** A share of the cycle's traffic is used. `threshold`: percent; the highest one passed replaces lower ones. */
export const usageAlertEvent = z.object({ type: z.literal('usage_alert'), data: z.object({ threshold: z.int() }) })
