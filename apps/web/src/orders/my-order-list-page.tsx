import { createFileRoute } from '@tanstack/react-router'
import { loadMyOrders, MyOrders } from './my-orders.tsx'

export const Route = createFileRoute('/_signed-in/user/order/list')({
  loader: loadMyOrders,
  component: MyOrderListPage,
  staticData: { title: 'title.orders' },
})

function MyOrderListPage() {
  return <MyOrders title="title.orders" />
}
