import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { TradeNo } from './order-status.ts'
import { Time } from './paging.ts'

/** Largest proof file, in bytes. In base64 and with a text, it fits the body's limit of one megabyte. */
export const MAX_PROOF_BYTES = 700 * 1024
/** Most proof files per payment attempt. */
export const MAX_PROOF_FILES = 3

export const ProofType = z.enum(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'])
export type ProofType = z.infer<typeof ProofType>

/** Type of a proof file by its first bytes, whatever its name; null: not accepted. */
export function proofTypeOf(bytes: Uint8Array): ProofType | null {
  const has = (at: number, text: string) => Array.from(text).every((char, i) => bytes[at + i] === char.charCodeAt(0))
  if (has(0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (has(0, '\xff\xd8\xff')) return 'image/jpeg'
  if (has(0, 'RIFF') && has(8, 'WEBP')) return 'image/webp'
  return has(0, '%PDF-') ? 'application/pdf' : null
}

export const ProofFile = z.object({ id: z.int(), type: ProofType, size: z.int(), uploaded_at: Time })
export type ProofFile = z.infer<typeof ProofFile>
/** A proof file; `data` is base64. */
export const ProofContent = z.object({ type: ProofType, data: z.string() })
export type ProofContent = z.infer<typeof ProofContent>

export const OrderProof = z.object({
  text: z.nullable(z.string()),
  /** When the text was last sent; null: never. */
  text_at: z.nullable(Time),
  /** Proof files, oldest first. */
  files: z.array(ProofFile),
  /** true: the order waits for a payment that an operator confirms. */
  open: z.boolean(),
  /** How many more files can be sent; 0 if nothing can be. */
  files_left: z.int(),
})
export type OrderProof = z.infer<typeof OrderProof>

const path = '/muser/order/proof'

export const proveOrder = endpoint({
  method: 'POST',
  path,
  access: 'member',
  chosen: true,
  summary: 'Send proof of payment by a method that an operator confirms: a transfer number, a picture or PDF, or both',
  maxBytes: MEGABYTE,
  body: z.object({
    trade_no: TradeNo,
    /** Proof as text. Replaces the previous text. */
    proof: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
    /** Proof as a file, added to earlier ones: at most three, 700 KB each. */
    file: z.optional(ProofContent),
  }),
})
export const orderProof = endpoint({
  method: 'GET',
  path,
  access: 'member',
  chosen: true,
  summary: 'The proof of payment I sent for an order, and whether I can send more',
  query: z.object({ trade_no: TradeNo }),
  response: OrderProof,
})
export const readProof = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'member',
  chosen: true,
  summary: 'A picture or PDF that I sent as proof',
  response: ProofContent,
})
