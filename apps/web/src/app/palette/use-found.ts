import { adminSearch, type FoundOrder } from '@portico/contract/search-admin'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessages, IconReceipt, IconServer, IconUser, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import type { Entry } from './entries.ts'

/** The server shows this many of a kind; more are in the list. */
const MOST = 6

export interface Found {
  members: Entry[]
  orders: Entry[]
  nodes: Entry[]
  tickets: Entry[]
  state: 'idle' | 'searching' | 'failed' | 'done'
}

/** Members, orders, nodes and tickets for what was typed, once typing pauses. Nothing for members, and for staff who may read none. */
export function useFound(typed: string): Found {
  const t = useT()
  const may = useMay()
  const money = useMoney()
  const router = useRouter()
  const q = typed.trim()
  const [paused] = useDebouncedValue(q, 180)
  const searches = may('members.read') || may('orders.read') || may('nodes.read') || may('tickets.read')
  const query = useQuery({ ...get(adminSearch, { query: { q: paused } }, { background: true }), enabled: searches && paused !== '' })
  // Rows for another text would be opened by mistake.
  const isDone = q !== '' && q === paused
  const { members = [], orders = [], nodes = [], tickets = [] } = (isDone && query.data) || {}
  // The number of an order names the order; whose it is, its row says.
  const people = members.filter(({ found_by: by }) => by !== 'order' && by !== 'payment')
  const go = (href: string) => () => void router.navigate({ href })
  const all = {
    id: 'all-members',
    title: t('palette.all_members', { q }),
    icon: IconUsers,
    run: go(`/admin/user?${new URLSearchParams({ q })}`),
  }
  return {
    members: [
      ...people.map(({ id, email, plan_name: plan, banned, found_by: by }) => ({
        id: `member-${id}`,
        title: email,
        hint: [
          `#${id}`,
          banned ? t('user_manage.state_banned') : (plan ?? t('user_manage.no_plan')),
          ...(by === 'email' || by === 'id' ? [] : [t(`found_by.${by}`)]),
        ].join(' · '),
        icon: IconUser,
        run: go(`/admin/user/${id}`),
      })),
      ...(people.length === MOST ? [all] : []),
    ],
    orders: orders.map((order) => ({
      id: `order-${order.trade_no}`,
      title: order.trade_no,
      hint: [order.email, money(order.cost_amount, order.currency), t(stateOf(order))].join(' · '),
      icon: IconReceipt,
      run: go(`/admin/order?order=${order.trade_no}`),
    })),
    nodes: nodes.map(({ id, name, host, state }) => ({
      id: `node-${id}`,
      title: name,
      hint: [host, t(`node_manage.state_${state}`)].join(' · '),
      icon: IconServer,
      run: go(`/admin/server/manage?q=%23${id}&open=${id}`),
    })),
    tickets: tickets.map(({ id, subject, member, waits }) => ({
      id: `ticket-${id}`,
      title: subject,
      hint: [`#${id}`, member, t(`ticket_inbox.state_${waits ?? 'closed'}`)].join(' · '),
      icon: IconMessages,
      run: go(`/admin/ticket?ticket=${id}`),
    })),
    state: !searches || q === '' ? 'idle' : !isDone || query.isPending ? 'searching' : query.isError ? 'failed' : 'done',
  }
}

/** State of a found order, as the list names it. */
function stateOf({ status, is_assigned: isAssigned }: FoundOrder) {
  return isAssigned && status === 'completed' ? 'order_manage.status_assigned' : (`order_manage.status_${status}` as const)
}
