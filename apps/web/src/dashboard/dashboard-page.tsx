import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/dashboard')({ component: DashboardPage, staticData: { title: 'title.dashboard' } })

function DashboardPage() {
  return <h1>x</h1>
}
