import { fetchInvites } from '@portico/contract/invites'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { MyInvites } from './my-invites.tsx'

export const Route = createFileRoute('/_signed-in/user/invites')({
  loader: () => prefetch(get(fetchInvites, {})),
  component: InvitesPage,
  staticData: { title: 'title.invites' },
})

function InvitesPage() {
  return <MyInvites title="title.invites" />
}
