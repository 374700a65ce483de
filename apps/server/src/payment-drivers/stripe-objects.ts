import * as z from 'zod/mini'

// What we read of Stripe's objects. https://docs.stripe.com/api

const Reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]))
const Metadata = z.record(z.string(), z.nullable(z.string()))
export type Metadata = z.infer<typeof Metadata>

export const Event = z.object({
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})
export type Event = z.infer<typeof Event>

export const Session = z.object({
  id: z.string(),
  url: z.nullish(z.string()),
  mode: z.string(),
  status: z.nullish(z.string()),
  payment_status: z.string(),
  client_reference_id: z.nullish(z.string()),
  metadata: z.nullish(Metadata),
  currency: z.nullish(z.string()),
  amount_total: z.nullish(z.number()),
  payment_intent: Reference,
})
export type Session = z.infer<typeof Session>

const Card = z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })

export const Intent = z.object({
  id: z.string(),
  status: z.string(),
  metadata: Metadata,
  currency: z.string(),
  amount_received: z.number(),
  customer: Reference,
  payment_method: z.nullish(z.union([z.string(), z.object({ id: z.string(), customer: Reference, card: z.nullish(Card) })])),
  setup_future_usage: z.nullish(z.string()),
})
export type Intent = z.infer<typeof Intent>
export const Intents = z.object({ data: z.array(Intent) })

export const Refund = z.object({
  id: z.string(),
  status: z.nullish(z.string()),
  amount: z.number(),
  currency: z.string(),
  payment_intent: Reference,
  metadata: z.nullish(Metadata),
  failure_reason: z.nullish(z.string()),
})
export type Refund = z.infer<typeof Refund>
export const Refunds = z.object({ data: z.array(Refund) })

export const Dispute = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.nullish(z.string()),
  amount: z.number(),
  currency: z.string(),
  payment_intent: Reference,
  evidence_details: z.nullish(z.object({ due_by: z.nullish(z.number()) })),
  balance_transactions: z.array(z.object({ amount: z.number() })),
})
export type Dispute = z.infer<typeof Dispute>

export function idOf(reference: z.infer<typeof Reference>): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
