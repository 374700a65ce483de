import { createFileRoute } from '@tanstack/react-router'
import { OrderView } from './order-view.tsx'

export const Route = createFileRoute('/_signed-in/order/$tradeNo')({ component: OrderShortPage, staticData: { title: 'title.order' } })

function OrderShortPage() {
  const { tradeNo } = Route.useParams()
  return <OrderView key={tradeNo} tradeNo={tradeNo} />
}
