import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { IdParams, Ok, Time } from './paging.ts'

export const SavedCard = z.object({
  id: z.int(),
  /** Of the payment method that keeps it. */
  method_name: z.string(),
  /** As the gateway calls it, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  /** Whether renewals may be paid with it: its payment method may be closed at the moment. */
  usable: z.boolean(),
  /** Why it was refused the last time, in the caller's language; null: it was not. */
  problem: z.nullable(z.string()),
  created_at: Time,
})
export type SavedCard = z.infer<typeof SavedCard>

export const Renewal = z.object({
  /** Before any payment fee; null: there is nothing to renew, or it cannot be renewed. */
  amount: z.nullable(Amount),
  balance: Amount,
  currency: Currency,
  /** null: neither reaches. */
  paid_by: z.nullable(z.enum(['balance', 'card'])),
  /** Whether a card can be saved with the next payment. */
  can_save_card: z.boolean(),
  /** The one saved last first: it is charged. */
  cards: z.array(SavedCard),
})
export type Renewal = z.infer<typeof Renewal>
export const getRenewal = endpoint({
  method: 'GET',
  path: '/muser/renewal',
  access: 'member',
  summary: 'What an automatic renewal would cost now, what would pay for it, and my saved cards',
  response: Renewal,
})
export const removeSavedCard = endpoint({
  method: 'DELETE',
  path: '/muser/renewal/card/:id',
  access: 'member',
  summary: 'Remove a saved card; it is never charged again',
  params: IdParams,
  response: Ok,
})
