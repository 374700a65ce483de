import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency, Sum } from './money.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { typedCode } from './typed-code.ts'

/** What a card gives: money, days, traffic that stays until used, a traffic reset, or a plan. */
export const RedeemKind = z.enum(['balance', 'days', 'traffic', 'reset', 'plan'])
export type RedeemKind = z.infer<typeof RedeemKind>

const reward = {
  /** The card's name. */
  name: z.string(),
  kind: RedeemKind,
  /** By kind: minor units, days, bytes, 0, or the plan's days (0: permanent). */
  value: z.int(),
  currency: Currency,
  /** For a plan card, otherwise null. */
  plan_name: z.nullable(z.string()),
}

/** What a member has at one moment. */
export const RedeemStanding = z.object({
  plan_name: z.nullable(z.string()),
  /** null with a plan: permanent. */
  expired_at: z.nullable(Time),
  /** Whether a plan runs, and whether it is permanent. */
  active: z.boolean(),
  permanent: z.boolean(),
  transfer_enable: z.int(),
  /** Bytes left in the cycle. */
  traffic_left: z.int(),
  /** Time given that is still to begin, with the traffic of all of it; null: none. */
  ahead: z.nullable(z.object({ begins_at: Time, bytes: z.int() })),
  balance: Sum,
})
export type RedeemStanding = z.infer<typeof RedeemStanding>

const Code = z.object({ code: z.pipe(typedCode(64), z.string().check(z.minLength(1))) })

export const RedeemPreview = z.object({
  ...reward,
  /** Why it cannot be used now, in the caller's language; null: usable. */
  refusal: z.nullable(z.string()),
  before: RedeemStanding,
  /** null if it cannot be used now. */
  after: z.nullable(RedeemStanding),
})
export type RedeemPreview = z.infer<typeof RedeemPreview>
export const checkCode = endpoint({
  method: 'POST',
  path: '/api/vipcard/check',
  access: 'member',
  summary: 'What a redeem code gives and whether I can use it now; does not use the code',
  body: Code,
  response: RedeemPreview,
})

export const Redeemed = z.object({ id: z.int(), ...reward, before: RedeemStanding, after: RedeemStanding })
export type Redeemed = z.infer<typeof Redeemed>
export const redeemCode = endpoint({
  method: 'POST',
  path: '/api/vipcard/checkout',
  access: 'member',
  summary: 'Redeem a code; takes effect at once',
  body: Code,
  response: Redeemed,
})

export const RedeemUse = z.object({ id: z.int(), ...reward, code: z.string(), at: Time })
export type RedeemUse = z.infer<typeof RedeemUse>
export const fetchRedeemUses = endpoint({
  method: 'GET',
  path: '/muser/vipcard/history',
  access: 'member',
  summary: 'Codes I have redeemed, newest first',
  query: z.object(pageQuery),
  response: pageOf(RedeemUse),
})
