import { createFileRoute, useParams } from '@tanstack/react-router'
import { prefetch } from '../api/query.ts'
import { orderOf, OrderView } from './order-view.tsx'

export const Route = createFileRoute('/_signed-in/order/$tradeNo')({
  loader: ({ params }) => prefetch(orderOf(params.tradeNo)),
  component: OrderShortPage,
  staticData: { title: 'title.order' },
})

function OrderShortPage() {
  const { tradeNo } = useParams({ from: '/_signed-in/order/$tradeNo' })
  return <OrderView key={tradeNo} tradeNo={tradeNo} />
}
