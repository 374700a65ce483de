import { fetchOrders, type MyOrder } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/query.ts'
import { useLiveStatus } from '../live-status.ts'

const EVERY_MS = 60_000

/** Query of the unpaid order; a member has at most one. */
const openOrders = get(fetchOrders, { query: { page: 1, page_size: 1, status: 'pending' } }, { background: true })

/** The order that can still be paid, or whose payment is being checked; null: none is known. */
export function useOpenOrder(): MyOrder | null {
  const { data } = useQuery({ ...openOrders, refetchInterval: EVERY_MS, refetchOnWindowFocus: true })
  const order = data?.items[0]
  return order && (order.seconds_left > 0 || order.proof_sent) ? order : null
}

/** Like `useOpenOrder`, and follows the order until it is settled, so that the page hears at once when it is paid. */
export function useLiveOpenOrder(): MyOrder | null {
  const order = useOpenOrder()
  const [followed, setFollowed] = useState(order)
  if (order && order.trade_no !== followed?.trade_no) setFollowed(order)
  useLiveStatus(followed)
  return order
}
