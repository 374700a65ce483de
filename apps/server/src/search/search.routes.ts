import { adminSearch, type FoundMember, type FoundNode, type FoundOrder } from '@portico/contract/search-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { networkIn } from '../http/client-address.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { isAssigned } from '../orders/assign-order.ts'
import { findMembers, type MemberFound } from './find-members.ts'
import { findNodes, type NodeFound } from './find-nodes.ts'
import { findOrders, type OrderFound } from './find-orders.ts'
import { findTickets } from './find-tickets.ts'

export function searchRoutes(router: Router, app: App): void {
  const { db } = app.database
  serve(router, app, adminSearch, async ({ caller, origin: { language }, query: { q } }) => {
    await app.limits.searchesByAccount.take(String(caller.accountId))
    const [members, orders, nodes, tickets] = await Promise.all([
      findMembers(db, caller, { q, network: networkIn(q) }),
      findOrders(db, caller, q),
      findNodes(db, caller, q),
      findTickets(db, caller, q),
    ])
    return {
      members: members.map((member) => toMember(member, language)),
      orders: orders.map(toOrder),
      nodes: nodes.map((node) => toNode(inLanguage(node, language))),
      tickets,
    }
  })
}

function toMember({ id, email, plan, bannedAt, roleId, foundBy }: MemberFound, language: Language): FoundMember {
  const shown = { id, email, plan_name: plan && inLanguage(plan, language).name, found_by: foundBy }
  return { ...shown, banned: bannedAt !== null, is_admin: roleId !== null }
}

function toOrder(order: OrderFound): FoundOrder {
  const { tradeNo, email, status, cost, currency, createdAt } = order
  const about = { email, status, is_assigned: isAssigned(order), currency }
  return { ...about, trade_no: tradeNo, cost_amount: cost, created_at: createdAt.toISOString() }
}

function toNode({ id, name, host, state }: NodeFound): FoundNode {
  return { id, name, host, state }
}
