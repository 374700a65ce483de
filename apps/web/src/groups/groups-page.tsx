import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_console/admin/server/group')({ component: GroupsPage, staticData: { title: 'title.server_group' } })

function GroupsPage() {
  return <h1>x</h1>
}
