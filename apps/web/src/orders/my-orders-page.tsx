import { createFileRoute } from '@tanstack/react-router'
import { MyOrders, myOrders } from './my-orders.tsx'

export const Route = createFileRoute('/_signed-in/user/orders')({
  loader: (route) => myOrders.load(route),
  component: MyOrdersPage,
  staticData: { title: 'title.orders' },
})

function MyOrdersPage() {
  return <MyOrders title="title.orders" />
}
