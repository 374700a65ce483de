import { checkOrder, type Order, orderDetails } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { get, invalidate } from '../api/query.ts'
import { orderChanged } from './order-changed.ts'

const EVERY_MS = 2500

/** Watches an order that may still move by itself, while the page is in sight, and has everything fetched anew once it has moved. */
export function useLiveStatus({ trade_no, status }: Order): void {
  const moving = status === 'pending' || status === 'processing'
  const check = get(checkOrder, { query: { trade_no } }, { background: true })
  const { data } = useQuery({ ...check, enabled: moving, refetchInterval: moving ? EVERY_MS : false })
  const seen = moving ? data?.status : undefined
  useEffect(() => {
    if (seen && seen !== status) void orderChanged()
  }, [seen, status])
}

/** Seconds to pay that remain, counted down from what the server said at `since`; the order is fetched again at the end. */
export function useSecondsLeft({ status, seconds_left: seconds }: Order, since: number): number {
  const [now, setNow] = useState(since)
  const running = status === 'pending' && seconds > 0
  const left = running ? Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - since) / 1000))) : 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
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
