import { isMoving, type OrderStatus } from '@portico/contract/order-status'
import { checkOrder, type Order, orderDetails, orderEvents } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { events } from '../api/events.ts'
import { get, invalidate } from '../api/query.ts'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'
import { orderChanged } from './order-changed.ts'

const EVERY_MS = 2500

/**
 * Watches an order whose status can still change without the member, and refetches everything when it does. Uses the server's
 * event stream, and polls if the stream fails. null: no order to watch.
 */
export function useLiveStatus(order: Pick<Order, 'trade_no' | 'status'> | null): void {
  const trade_no = order?.trade_no ?? ''
  const status = order?.status ?? 'cancelled'
  const moving = isMoving(status)
  const [silent, setSilent] = useState(false)
  const known = useRef(status)
  useEffect(() => {
    known.current = status
  }, [status])
  useEffect(() => {
    if (!moving || silent) return
    const left = new AbortController()
    void follow(trade_no, known, left.signal).then((settled) => {
      if (!settled && !left.signal.aborted) setSilent(true)
    })
    return () => left.abort()
  }, [trade_no, moving, silent])

  const asking = moving && silent
  const check = get(checkOrder, { query: { trade_no } }, { background: true })
  const { data } = useQuery({
    ...check,
    enabled: asking,
    refetchInterval: ({ state }) => isMoving(state.data?.status ?? status) && EVERY_MS,
  })
  const seen = asking ? data?.status : undefined
  useEffect(() => {
    if (seen && seen !== status) void orderChanged()
  }, [seen, status])
}

/** Follows the event stream. Returns whether it lasted until the order was settled. */
async function follow(tradeNo: string, known: { current: OrderStatus }, left: AbortSignal): Promise<boolean> {
  try {
    for await (const { status } of events(orderEvents, { query: { trade_no: tradeNo } }, left)) {
      if (status !== known.current) void orderChanged()
      known.current = status
    }
  } catch {
    return false
  }
  return !isMoving(known.current)
}

/** Seconds left to pay, counted down from the server's figure at `since`. At zero, the order is fetched again. */
export function useSecondsLeft({ status, seconds_left: seconds }: Order, since: number): number {
  const until = useSecondsUntil(since + seconds * 1000)
  const running = status === 'pending' && seconds > 0
  const left = running ? Math.min(seconds, until) : 0
  const over = running && left === 0
  useEffect(() => {
    if (over) void invalidate(orderDetails)
  }, [over])
  return left
}

/** 125 → '02:05'. */
export function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  return (seconds < 3600 ? parts.slice(1) : parts).join(':')
}
