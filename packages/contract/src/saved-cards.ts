import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { Time } from './paging.ts'

export const SavedCard = z.object({
  id: z.int(),
  /** Name of the payment method that stores the card. */
  method_name: z.string(),
  /** The gateway's name of the card's brand, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  /** true: the card can pay renewals now. false: its payment method is disabled, for example. */
  usable: z.boolean(),
  /** Why the last charge was refused, in the caller's language; null: it was not. */
  problem: z.nullable(z.string()),
  created_at: Time,
})
export type SavedCard = z.infer<typeof SavedCard>

export const Renewal = z.object({
  /** Cost of the next renewal before the payment fee; null: nothing can be renewed. */
  amount: z.nullable(Amount),
  /** Fee if the card pays; 0 if the balance pays. */
  fee_amount: Amount,
  balance: Sum,
  currency: Currency,
  /** Means that pays the next renewal; null: neither is enough. */
  paid_by: z.nullable(z.enum(['balance', 'card'])),
  /** true: a card can be saved with the next payment. */
  can_save_card: z.boolean(),
  /** Saved cards, newest first. The first one is charged. */
  cards: z.array(SavedCard),
})
export type Renewal = z.infer<typeof Renewal>
export const getRenewal = endpoint({
  method: 'GET',
  path: '/muser/renewal',
  access: 'member',
  chosen: true,
  summary: 'The cost of an automatic renewal now, what would pay for it, and my saved cards',
  response: Renewal,
})
export const stopRenewal = endpoint({
  method: 'POST',
  path: '/renewal/stop',
  access: 'public',
  summary: 'Turn off the automatic renewal of a link from a mail; no session needed',
  body: z.object({ token: z.string().check(z.regex(/^[\w-]{10,80}$/)) }),
})
export const removeSavedCard = endpoint({
  method: 'DELETE',
  path: '/muser/renewal/card/:id',
  access: 'member',
  chosen: true,
  summary: 'Remove a saved card; it is never charged again',
  fresh: true,
})
