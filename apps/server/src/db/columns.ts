import { customType } from 'drizzle-orm/pg-core'

/** Raw bytes: hashes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
