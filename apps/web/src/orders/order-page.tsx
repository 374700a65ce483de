import { createFileRoute, useParams } from '@tanstack/react-router'
import { prefetch } from '../api/query.ts'
import { orderOf, OrderView } from './order-view.tsx'

export const Route = createFileRoute('/_signed-in/user/order/$tradeNo')({
  loader: ({ params }) => prefetch(orderOf(params.tradeNo)),
  component: OrderPage,
  staticData: { title: 'title.order' },
})

function OrderPage() {
  const { tradeNo } = useParams({ from: '/_signed-in/user/order/$tradeNo' })
  return <OrderView key={tradeNo} tradeNo={tradeNo} />
}
