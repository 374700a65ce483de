import { Menu } from '@mantine/core'
import type { Period } from '@portico/contract/periods'
import { soldPeriods } from '@portico/contract/plans'
import { adminDeletePlan, adminListPlans, type AdminPlan, adminSortPlans, adminUpdatePlan } from '@portico/contract/plans-admin'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { Money } from '../ui/format/money.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { useMoving } from '../ui/list/use-moving.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { RowSwitch } from '../ui/table/row-actions.tsx'
import styles from './plans-table.module.css'

const PlanDrawer = lazyDrawer(async () => (await import('./plan-drawer.tsx')).PlanDrawer)

const plans = listOf(adminListPlans)

export const Route = createFileRoute('/_signed-in/_console/admin/plan_manage')({
  loader: (route) => plans.load(route),
  component: PlansManagePage,
  staticData: { title: 'title.plan_manage' },
})

function PlansManagePage() {
  const t = useT()
  const list = useList(plans)
  const editing = useEditing<AdminPlan, AdminPlan>(list, 'plans.write')
  const create = editing.button(t('plan_manage.create'))
  const moving = useMoving(list, (ids) => call(adminSortPlans, { body: { ids } }))
  return (
    <>
      <PageHeader title={t('title.plan_manage')} text={t('plan_manage.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      <DataTable
        label={t('title.plan_manage')}
        {...list.table}
        {...editing.table}
        columns={[
          ...(editing.may ? [moving.handle(t('plan_manage.order'))] : []),
          { header: t('plan_manage.plan'), render: (plan) => <strong>{plan.shown_name}</strong>, opens: true, at: 'who' },
          { header: t('plan_manage.group'), render: (plan) => plan.group_name, at: 'what', lesser: true },
          { header: t('plan_manage.traffic'), render: (plan) => <Bytes value={plan.transfer_enable} />, align: 'right', at: 'what' },
          { header: t('plan_manage.prices'), render: (plan) => <Prices plan={plan} />, at: 'much', wrap: true },
          { header: t('plan_manage.holders'), render: (plan) => <Holders plan={plan} />, align: 'right', at: 'state', named: true },
          { header: t('plan_manage.show'), render: (plan) => <Flag plan={plan} flag="show" /> },
          { header: t('plan_manage.sell'), render: (plan) => <Flag plan={plan} flag="sell" /> },
          { header: t('plan_manage.renew'), render: (plan) => <Flag plan={plan} flag="renew" />, lesser: true },
          editing.actions((plan) => ({
            name: plan.shown_name,
            words: {
              title: t('plan_manage.delete_title', { name: plan.shown_name }),
              text: t('plan_manage.delete_text'),
              done: t('plan_manage.deleted', { name: plan.shown_name }),
            },
            remove: () => call(adminDeletePlan, { params: { id: plan.id } }),
            kept: plan.holders > 0 ? t('plan_manage.in_use') : undefined,
            renderMore: () => (
              <>
                <Menu.Item onClick={() => editing.create(plan)}>{t('plan_manage.copy')}</Menu.Item>
                {moving.items(plan)}
              </>
            ),
          })),
        ]}
        empty={{ title: t('plan_manage.empty'), text: t('plan_manage.empty_text'), drawing: 'start', children: create }}
      />
      {editing.draw((edited) => (
        <PlanDrawer names={(list.query.data?.items ?? []).map(({ name }) => name)} {...edited} />
      ))}
    </>
  )
}

/** Every price; a narrow row has room for the first. */
function Prices({ plan }: { plan: AdminPlan }) {
  const t = useT()
  const sold = soldPeriods(plan)
  if (sold.length === 0) return <span className="quiet">{t('plan_manage.no_price')}</span>
  return (
    <span className={styles['prices']}>
      {sold.map((period) => (
        <Price key={period} plan={plan} period={period} />
      ))}
    </span>
  )
}

function Price({ plan, period }: { plan: AdminPlan; period: Period }) {
  const t = useT()
  const price = plan[period] ?? 0
  return (
    <span>
      {price === 0 ? t('plan.free') : <Money amount={price} currency={plan.currency} short />} <small>{t(`per.${period}`)}</small>
    </span>
  )
}

function Holders({ plan }: { plan: AdminPlan }) {
  const t = useT()
  const { active_holders: active, holders, capacity_limit: places } = plan
  const left = places === null ? t('plan_manage.unlimited') : t('plan_manage.left', { n: plan.places_left ?? 0 })
  return (
    <span title={`${t('plan_manage.holders_title', { active, holders })} · ${left}`}>
      {places === null ? formatNumber(active) : `${formatNumber(active)} / ${formatNumber(places)}`}
    </span>
  )
}

function Flag({ plan, flag }: { plan: AdminPlan; flag: 'show' | 'sell' | 'renew' }) {
  const t = useT()
  return (
    <RowSwitch
      needs="plans.write"
      label={`${plan.shown_name}: ${t(`plan_manage.${flag}`)}`}
      on={plan[flag]}
      save={(on) => call(adminUpdatePlan, { params: { id: plan.id }, body: { [flag]: on } })}
      changes={[adminListPlans]}
    />
  )
}
