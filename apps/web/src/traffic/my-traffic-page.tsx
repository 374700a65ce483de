import { createFileRoute } from '@tanstack/react-router'
import { MyTraffic } from './my-traffic.tsx'

export const Route = createFileRoute('/_signed-in/user/traffics')({ component: MyTrafficPage, staticData: { title: 'title.traffics' } })

function MyTrafficPage() {
  return <MyTraffic />
}
