import { createFileRoute } from '@tanstack/react-router'
import { MyOrders } from './my-orders.tsx'

export const Route = createFileRoute('/_signed-in/user/order/list')({ component: MyOrderListPage, staticData: { title: 'title.orders' } })

function MyOrderListPage() {
  return <MyOrders title="title.orders" />
}
