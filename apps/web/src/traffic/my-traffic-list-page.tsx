import { createFileRoute } from '@tanstack/react-router'
import { MyTraffic } from './my-traffic.tsx'

export const Route = createFileRoute('/_signed-in/user/traffic/list')({
  component: MyTrafficListPage,
  staticData: { title: 'title.traffics' },
})

function MyTrafficListPage() {
  return <MyTraffic />
}
