import { TradeNo } from '@portico/contract/order-status'
import { checkOrder } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { EntryCard } from '../accounts/entry-card.tsx'
import { get, queryClient } from '../api/query.ts'
import { readToken } from '../api/session.ts'
import { loadMessages, useT } from '../i18n.ts'
import { usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './payments.module.css'

export const Route = createFileRoute('/_public/pay_return_url')({
  loader: () => Promise.all([loadMessages('frame'), loadMessages('member')]),
  component: PayReturnPage,
  staticData: { title: 'title.pay_return' },
})

// Only our own parameter names the order, and only our server knows its status: the rest of the URL comes from outside.
const Search = z.object({ order: z.catch(z.optional(TradeNo), undefined) })
const EVERY_MS = 2500
const PATIENCE_MS = 30_000

function PayReturnPage() {
  const [{ order }] = usePageSearch(Search)
  const t = useT()
  const isIn = readToken() !== null
  if (order && isIn) return <Waiting tradeNo={order} />
  const there = order ? `/user/order/${order}` : '/user/orders'
  const path = isIn ? there : `/login?${new URLSearchParams({ redirect: there })}`
  return (
    <EntryCard
      title={t(order ? 'pay_return.thanks' : 'pay_return.no_order')}
      text={t(order ? 'pay_return.log_in' : isIn ? 'pay_return.no_order_text' : 'pay_return.no_order_log_in')}
    >
      <PathLink to={path} className={buttonClass('primary', 'large', 'wide')}>
        {t(isIn ? 'dashboard.to_orders' : 'nav.log_in')}
      </PathLink>
    </EntryCard>
  )
}

function Waiting({ tradeNo }: { tradeNo: string }): ReactNode {
  const t = useT()
  const router = useRouter()
  const there = `/user/order/${tradeNo}`
  const check = get(checkOrder, { query: { trade_no: tradeNo } }, { background: true })
  const { data, error } = useQuery({ ...check, refetchInterval: EVERY_MS, staleTime: 0 }, queryClient)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const settled = data !== undefined && data.status !== 'pending' && data.status !== 'processing'
  useEffect(() => {
    if (settled) void router.navigate({ href: there, replace: true })
  }, [settled, router, there])

  const unknown = error !== null && 'status' in error && error.status === 404
  const text = unknown
    ? 'pay_return.unknown'
    : data?.status === 'processing'
      ? 'pay_return.opening'
      : late
        ? 'pay_return.late'
        : 'pay_return.waiting'
  return (
    <EntryCard title={t(unknown ? 'pay_return.thanks' : 'pay_return.title')} text={t(text)}>
      <div className={styles['returned']} role="status">
        {!unknown && <span className={styles['arch']} aria-hidden />}
        <PathLink to={unknown ? '/user/orders' : there} className={buttonClass(unknown || late ? 'primary' : 'outline')}>
          {t(unknown ? 'dashboard.to_orders' : 'pay_return.to_order')}
        </PathLink>
      </div>
    </EntryCard>
  )
}
