import { createFileRoute } from '@tanstack/react-router'
import { loadMemberPlans, MemberPlans } from './member-plans.tsx'

export const Route = createFileRoute('/_signed-in/user/plans')({
  loader: loadMemberPlans,
  component: BuyPage,
  staticData: { title: 'title.plans' },
})

function BuyPage() {
  return <MemberPlans title="title.plans" />
}
