import { adminSearch, FoundMember, type FoundNode, FoundOrder } from '@portico/contract/search-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { networkIn } from '../http/client-address.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { linksIn } from '../links/link-subject.ts'
import { isAssigned } from '../orders/assign-order.ts'
import { toWire } from '../to-wire.ts'
import { findMembers, type MemberFound } from './find-members.ts'
import { findNodes, type NodeFound } from './find-nodes.ts'
import { findOrders, type OrderFound } from './find-orders.ts'
import { findTickets } from './find-tickets.ts'

export function searchRoutes(router: Router, app: App): void {
  const { db } = app.database
  serve(router, app, adminSearch, async ({ caller, origin: { language }, query: { q } }) => {
    await app.limits.searchesByAccount.take(String(caller.accountId))
    const [members, orders, nodes, tickets] = await Promise.all([
      findMembers(db, caller, { q, network: networkIn(q), old: linksIn(q, app.readOld) }),
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

function toMember({ plan, ...member }: MemberFound, language: Language): FoundMember {
  const planName = plan && inLanguage(plan, language).name
  return toWire(FoundMember, { ...member, planName, banned: member.bannedAt !== null, isAdmin: member.roleId !== null })
}

function toOrder(order: OrderFound): FoundOrder {
  return toWire(FoundOrder, { ...order, isAssigned: isAssigned(order), costAmount: order.cost })
}

function toNode({ id, name, host, state }: NodeFound): FoundNode {
  return { id, name, host, state }
}
