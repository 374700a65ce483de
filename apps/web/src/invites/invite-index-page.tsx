import { fetchInvites } from '@portico/contract/invites'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { MyInvites } from './my-invites.tsx'

export const Route = createFileRoute('/_signed-in/user/invite/index')({
  loader: () => prefetch(get(fetchInvites, {})),
  component: InviteIndexPage,
  staticData: { title: 'title.invites' },
})

function InviteIndexPage() {
  return <MyInvites title="title.invites" />
}
