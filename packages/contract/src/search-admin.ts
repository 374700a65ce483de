import * as z from 'zod/mini'
import { FoundBy, MOST_SEARCHED } from './accounts-admin.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { NodeState } from './nodes-admin.ts'
import { OrderStatus } from './order-status.ts'
import { Time } from './paging.ts'
import { TicketStatus, TicketWaits } from './tickets.ts'
import { Address, AddressOf, NameOrAddress } from './personal.ts'

export const FoundMember = z.object({
  id: z.int(),
  email: AddressOf('id'),
  plan_name: z.nullable(z.string()),
  banned: z.boolean(),
  is_admin: z.boolean(),
  found_by: FoundBy,
})
export type FoundMember = z.infer<typeof FoundMember>

export const FoundOrder = z.object({
  trade_no: z.string(),
  email: Address,
  status: OrderStatus,
  /** true: staff gave the order away; nothing was to be paid. */
  is_assigned: z.boolean(),
  /** Total cost with fee, by whatever means it was paid. */
  cost_amount: Amount,
  currency: Currency,
  created_at: Time,
})
export type FoundOrder = z.infer<typeof FoundOrder>

export const FoundNode = z.object({ id: z.int(), name: z.string(), host: z.string(), state: NodeState })
export type FoundNode = z.infer<typeof FoundNode>

export const FoundTicket = z.object({
  id: z.int(),
  subject: z.string(),
  member: NameOrAddress,
  status: TicketStatus,
  waits: z.nullable(TicketWaits),
})
export type FoundTicket = z.infer<typeof FoundTicket>

export const adminSearch = endpoint({
  method: 'GET',
  path: '/admin/search',
  access: { anyOf: ['members.read', 'orders.read', 'nodes.read', 'tickets.read'] },
  summary: 'The first few members, orders, nodes and tickets that a text names; kinds the caller may not read stay empty',
  query: z.object({
    /**
     * Matches members as their list does; the start of an order number or any payment number; part of a node's name or address, or its id;
     * part of a ticket's subject, or its number.
     */
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(MOST_SEARCHED)),
  }),
  response: z.object({
    members: z.array(FoundMember),
    orders: z.array(FoundOrder),
    nodes: z.array(FoundNode),
    tickets: z.array(FoundTicket),
  }),
})
