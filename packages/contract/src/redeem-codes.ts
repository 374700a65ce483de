import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency, Sum } from './money.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { typedCode } from './typed-code.ts'

/** What a redeem code gives: `balance` money, `days`, `traffic` that stays until used, a traffic `reset`, or a `plan`. */
export const RedeemKind = z.enum(['balance', 'days', 'traffic', 'reset', 'plan'])
export type RedeemKind = z.infer<typeof RedeemKind>

const reward = {
  /** Name of the code's kind, as members see it. */
  name: z.string(),
  kind: RedeemKind,
  /** By `kind`: minor units, days, bytes, 0, or the plan's days (0: permanent). */
  value: z.int(),
  currency: Currency,
  /** Plan of a plan card; null for other kinds. */
  plan_name: z.nullable(z.string()),
  /** The plan begins with the first connection, at most so many days after the code is redeemed; null: at once. */
  wait_days: z.nullable(z.int()),
}

/** What a member holds at one moment, before or after redeeming. */
export const RedeemStanding = z.object({
  plan_name: z.nullable(z.string()),
  /** null while a plan is held: permanent. */
  expired_at: z.nullable(Time),
  /** The term begins with the first connection, or then: `expired_at` is for that case. null: it has begun, or there is none. */
  starts_by: z.nullable(Time),
  /** `active`: a plan runs. `permanent`: it has no end. */
  active: z.boolean(),
  permanent: z.boolean(),
  transfer_enable: z.int(),
  /** Bytes left in the cycle. */
  traffic_left: z.int(),
  /** Given days that have not begun: their start and all their bytes; null: none. */
  ahead: z.nullable(z.object({ begins_at: Time, bytes: z.int() })),
  balance: Sum,
})
export type RedeemStanding = z.infer<typeof RedeemStanding>

const Code = z.object({ code: z.pipe(typedCode(64), z.string().check(z.minLength(1))) })

export const RedeemPreview = z.object({
  ...reward,
  /** Why the code cannot be used now, in the caller's language; null: it can. */
  refusal: z.nullable(z.string()),
  before: RedeemStanding,
  /** null if the code cannot be used now. */
  after: z.nullable(RedeemStanding),
})
export type RedeemPreview = z.infer<typeof RedeemPreview>
export const checkCode = endpoint({
  method: 'POST',
  path: '/api/vipcard/check',
  access: 'member',
  chosen: true,
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
  chosen: true,
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
  chosen: true,
  summary: 'Codes I have redeemed, newest first',
  query: z.object(pageQuery),
  response: pageOf(RedeemUse),
})
