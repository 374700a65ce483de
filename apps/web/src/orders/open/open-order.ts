import { fetchOrders, type MyOrder } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/query.ts'
import { useLiveStatus } from '../live-status.ts'

const EVERY_MS = 60_000

/** The list of what is unpaid. A member has at most one such order. */
const openOrders = get(fetchOrders, { query: { page: 1, page_size: 1, status: 'pending' } }, { background: true })

/** The order that can still be paid, or whose payment is being checked; null: none is known. */
export function useOpenOrder(): MyOrder | null {
  const { data } = useQuery({ ...openOrders, refetchInterval: EVERY_MS, refetchOnWindowFocus: true })
  const order = data?.items[0]
  return order && (order.seconds_left > 0 || order.proof_sent) ? order : null
}

/** Like `useOpenOrder`, and follows the order until it is settled: what it bought is not there yet when it stops being open. */
export function useLiveOpenOrder(): MyOrder | null {
  const order = useOpenOrder()
  const [followed, setFollowed] = useState(order)
  if (order && order.trade_no !== followed?.trade_no) setFollowed(order)
  useLiveStatus(followed)
  return order
}
