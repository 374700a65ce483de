import * as z from 'zod/mini'

/** `threshold`: percent of the cycle's traffic used. The highest one passed replaces lower ones. */
export const usageAlertEvent = z.object({ type: z.literal('usage_alert'), data: z.object({ threshold: z.int() }) })
