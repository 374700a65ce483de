import { Button } from '@mantine/core'
import { type AdminPlan, adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
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
  useAskedToOpen(useMay()('plans.write'), () => setEdited('new'))
  const create = (
    <Allowed to="plans.write">
      <Button onClick={() => setEdited('new')}>{t('plan_manage.create')}</Button>
    </Allowed>
  )
  return (
    <>
      <PageHeader title={t('title.plan_manage')} text={t('plan_manage.text')}>
        {create}
      </PageHeader>
      <PlansTable
        query={query}
        onEdit={setEdited}
        empty={
          <EmptyState title={t('plan_manage.empty')} text={t('plan_manage.empty_text')}>
            {create}
          </EmptyState>
        }
      />
      {edited && <PlanDrawer plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}
