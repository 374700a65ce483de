import * as z from 'zod/mini'

/** A whole list as a file for spreadsheets, and its number of rows. It arrives while it is read: one that is cut off is not JSON. */
export const Csv = z.object({ csv: z.string(), rows: z.int() })
export type Csv = z.infer<typeof Csv>
