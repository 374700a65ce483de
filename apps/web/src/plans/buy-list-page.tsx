import { createFileRoute } from '@tanstack/react-router'
import { loadMemberPlans, MemberPlans } from './member-plans.tsx'

export const Route = createFileRoute('/_signed-in/user/plan/list')({
  loader: loadMemberPlans,
  component: BuyListPage,
  staticData: { title: 'title.plan_list' },
})

function BuyListPage() {
  return <MemberPlans title="title.plan_list" />
}
