import { createFileRoute } from '@tanstack/react-router'
import { MyOrders, myOrders } from './my-orders.tsx'

export const Route = createFileRoute('/_signed-in/user/order/list')({
  loader: (route) => myOrders.load(route),
  component: MyOrderListPage,
  staticData: { title: 'title.orders' },
})

function MyOrderListPage() {
  return <MyOrders title="title.orders" />
}
