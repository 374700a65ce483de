import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ProofType } from '@portico/contract/payment-proofs'
import { bytea, id, ref, time } from '../db/columns.ts'
import { paymentAttempts } from './payments.table.ts'

/** Pictures and PDFs with which members prove a payment that an operator confirms. */
export const paymentProofs = pgTable(
  'payment_proofs',
  {
    id: id(),
    attemptId: ref('attempt_id', () => paymentAttempts.id).notNull(),
    /** Taken from the bytes, never from the file's name. */
    contentType: text('content_type').$type<ProofType>().notNull(),
    bytes: bytea('bytes').notNull(),
    size: integer('size').notNull(),
    sha256: bytea('sha256').notNull(),
    uploadedAt: time('uploaded_at').notNull(),
  },
  (t) => [
    // A file sent twice is stored once.
    uniqueIndex('payment_proofs_content').on(t.attemptId, t.sha256),
    check('payment_proofs_size', sql`size = octet_length(bytes) and size between 1 and 716800`),
  ],
)
