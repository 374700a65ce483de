import * as z from 'zod/mini'
import { ActorKind } from './actors.ts'
import { endpoint } from './endpoint.ts'
import { EventContent } from './events.ts'
import { Amount, Currency } from './money.ts'
import { ReceiptOutcome, RefundStatus, RefundWay } from './orders-admin.ts'
import { OrderStatus, OrderType } from './order-status.ts'
import { Time } from './paging.ts'
import { SignInResult } from './sign-ins-admin.ts'
import { TicketStatus } from './tickets.ts'

/** Kinds of entries that a timeline can be filtered by. */
export const TimelineKind = z.enum(['money', 'service', 'sign_ins', 'staff', 'messages', 'tickets'])
export type TimelineKind = z.infer<typeof TimelineKind>

export const TimelineContent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('order'),
    trade_no: z.string(),
    order_type: OrderType,
    status: OrderStatus,
    plan_name: z.nullable(z.string()),
    amount: Amount,
    currency: Currency,
  }),
  z.object({
    type: z.literal('payment'),
    trade_no: z.string(),
    method_name: z.string(),
    outcome: ReceiptOutcome,
    amount: Amount,
    currency: Currency,
  }),
  z.object({
    type: z.literal('refund'),
    trade_no: z.string(),
    way: RefundWay,
    status: RefundStatus,
    reason: z.string(),
    amount: Amount,
    currency: Currency,
  }),
  z.object({ type: z.literal('fetch'), client: z.string(), format: z.string(), network: z.string(), country: z.nullable(z.string()) }),
  z.object({
    type: z.literal('sign_in'),
    result: SignInResult,
    attempts: z.int(),
    ip: z.nullable(z.string()),
    country: z.nullable(z.string()),
    device: z.nullable(z.string()),
  }),
  /** An audit entry about the account. `actor`: an e-mail address, or the name of a job. */
  z.object({
    type: z.literal('act'),
    audit_id: z.int(),
    action: z.string(),
    actor_kind: ActorKind,
    actor: z.nullable(z.string()),
    fields: z.array(z.string()),
    reason: z.nullable(z.string()),
  }),
  /** An event that was shown to the member in the message centre. */
  z.object({ type: z.literal('told'), event: EventContent }),
  z.object({ type: z.literal('note'), text: z.string(), author: z.string() }),
  /** A ticket was opened. `status` is its present one. */
  z.object({ type: z.literal('ticket'), ticket_id: z.int(), subject: z.string(), status: TicketStatus, replies: z.int() }),
])
export type TimelineContent = z.infer<typeof TimelineContent>

/** `cursor`: pass it as `before` to read older entries. */
export const TimelineEntry = z.object({ cursor: z.string(), at: Time, content: TimelineContent })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const adminMemberTimeline = endpoint({
  method: 'GET',
  path: '/admin/users/:id/timeline',
  access: ['members.read'],
  summary: 'What happened with a member, newest first, by cursor; orders and money only with `orders.read`, tickets with `tickets.read`',
  query: z.object({
    kind: z.optional(TimelineKind),
    before: z.optional(z.string().check(z.regex(/^\d{1,17}\.[a-z_]{1,20}\.-?\d{1,19}$/))),
    page_size: z.pipe(
      z._default(
        z.pipe(
          z.string().check(z.regex(/^\d{1,3}$/)),
          z.transform((value: string) => Number(value)),
        ),
        30,
      ),
      z.int().check(z.gte(1), z.lte(100)),
    ),
  }),
  response: z.object({ items: z.array(TimelineEntry), next: z.nullable(z.string()) }),
})
