import { createFileRoute } from '@tanstack/react-router'
import { loadMyOrders, MyOrders } from './my-orders.tsx'

export const Route = createFileRoute('/_signed-in/user/orders')({
  loader: loadMyOrders,
  component: MyOrdersPage,
  staticData: { title: 'title.orders' },
})

function MyOrdersPage() {
  return <MyOrders title="title.orders" />
}
