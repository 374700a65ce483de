import { Button } from '@mantine/core'
import { type AdminPlan, adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { PlansTable } from './plans-table.tsx'

const plans = list(adminListPlans, {})

export const Route = createFileRoute('/_signed-in/_console/admin/plan_manage')({
  loader: () => prefetch(plans),
  component: PlansManagePage,
  staticData: { title: 'title.plan_manage' },
})

function PlansManagePage() {
  const t = useT()
  const query = useQuery(plans)
  const [edited, setEdited] = useState<AdminPlan | 'new' | null>(null)
  useAskedToOpen(useMay()('plans.write') && query.data !== undefined, (asked) =>
    setEdited(asked === 'new' ? 'new' : (query.data?.items.find(({ id }) => String(id) === asked) ?? null)),
  )
  const plan = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === plan?.id, setEdited)
  const create = (
    <Allowed to="plans.write">
      <Button onClick={() => setEdited('new')}>{t('plan_manage.create')}</Button>
    </Allowed>
  )
  return (
    <>
      <PageHeader title={t('title.plan_manage')} text={t('plan_manage.text')}>
        {query.data?.items.length !== 0 && create}
      </PageHeader>
      <PlansTable
        query={query}
        onEdit={setEdited}
        opened={plan?.id}
        empty={
          <EmptyState title={t('plan_manage.empty')} text={t('plan_manage.empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {edited && <PlanDrawer key={plan?.id} plan={plan} steps={steps} onClose={() => setEdited(null)} />}
    </>
  )
}
