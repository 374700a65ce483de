import { createFileRoute, useParams } from '@tanstack/react-router'
import { OrderView } from './order-view.tsx'

export const Route = createFileRoute('/_signed-in/order/$tradeNo')({ component: OrderShortPage, staticData: { title: 'title.order' } })

function OrderShortPage() {
  const { tradeNo } = useParams({ from: '/_signed-in/order/$tradeNo' })
  return <OrderView key={tradeNo} tradeNo={tradeNo} />
}
