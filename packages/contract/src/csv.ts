import * as z from 'zod/mini'

/** A whole list as CSV with its number of rows. It is streamed: an answer cut short is not valid JSON. */
export const Csv = z.object({ csv: z.string(), rows: z.int() })
export type Csv = z.infer<typeof Csv>
