import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ProofType } from '@portico/contract/payment-proofs'
import { bytea } from '../db/columns.ts'
import { paymentAttempts } from './payments.table.ts'

/** Pictures and PDFs by which a member proves a payment that only an operator sees. */
export const paymentProofs = pgTable(
  'payment_proofs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    attemptId: bigint('attempt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentAttempts.id),
    /** What the bytes themselves say, never what they were called. */
    contentType: text('content_type').$type<ProofType>().notNull(),
    bytes: bytea('bytes').notNull(),
    size: integer('size').notNull(),
    sha256: bytea('sha256').notNull(),
    uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // What is sent twice is there once.
    uniqueIndex('payment_proofs_content').on(t.attemptId, t.sha256),
    check('payment_proofs_size', sql`size = octet_length(bytes) and size between 1 and 716800`),
  ],
)
