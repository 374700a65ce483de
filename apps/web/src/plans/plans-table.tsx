import type { Period } from '@portico/contract/periods'
import { soldPeriods } from '@portico/contract/plans'
import { type AdminPlan, adminDeletePlan, adminListPlans, adminSortPlans, adminUpdatePlan } from '@portico/contract/plans-admin'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useOrder } from '../api/use-order.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { Money } from '../ui/format/money.tsx'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { MoveHandle, MoveItems } from '../ui/table/move-buttons.tsx'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './plans-table.module.css'

interface PlansTableProps {
  query: ListQuery<AdminPlan>
  opened: number | undefined
  onEdit: (plan: AdminPlan) => void
  empty: ReactNode
}

/** All plans in their order, with what they are and whether they are on sale. */
export function PlansTable({ query, opened, onEdit, empty }: PlansTableProps) {
  const t = useT()
  const may = useMay()
  const ids = query.data?.items.map((plan) => plan.id) ?? []
  const sort = useOrder(adminListPlans, (order) => call(adminSortPlans, { body: { ids: order } }))
  const writes = may('plans.write')
  const move = { ids, disabled: sort.isPending, onMove: sort.mutate }
  const columns: Column<AdminPlan>[] = [
    ...(writes ? [{ header: t('plan_manage.order'), handle: true, render: () => <MoveHandle {...move} /> }] : []),
    { header: t('plan_manage.plan'), render: (plan) => <strong>{plan.shown_name}</strong>, opens: true, at: 'who' },
    { header: t('plan_manage.group'), render: (plan) => plan.group_name, at: 'what', lesser: true },
    { header: t('plan_manage.traffic'), render: (plan) => <Bytes value={plan.transfer_enable} />, align: 'right', at: 'what' },
    { header: t('plan_manage.prices'), render: (plan) => <Prices plan={plan} />, at: 'much', wrap: true },
    { header: t('plan_manage.holders'), render: (plan) => <Holders plan={plan} />, align: 'right', at: 'state', named: true },
    { header: t('plan_manage.show'), render: (plan) => <Flag plan={plan} flag="show" /> },
    { header: t('plan_manage.sell'), render: (plan) => <Flag plan={plan} flag="sell" /> },
    { header: t('plan_manage.renew'), render: (plan) => <Flag plan={plan} flag="renew" />, lesser: true },
    {
      header: t('table.actions'),
      actions: true,
      render: (plan) => (
        <Actions plan={plan} onEdit={() => onEdit(plan)}>
          <MoveItems id={plan.id} {...move} />
        </Actions>
      ),
    },
  ]
  return (
    <DataTable
      label={t('title.plan_manage')}
      query={query}
      columns={columns}
      rowKey={(plan) => plan.id}
      onOpen={writes ? onEdit : undefined}
      opened={opened}
      empty={empty}
    />
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

function Actions({ plan, onEdit, children }: { plan: AdminPlan; onEdit: () => void; children: ReactNode }) {
  const t = useT()
  const { shown_name: name } = plan
  return (
    <Allowed to="plans.write">
      <RowActions
        name={name}
        onEdit={onEdit}
        words={{
          title: t('plan_manage.delete_title', { name }),
          text: t('plan_manage.delete_text'),
          done: t('plan_manage.deleted', { name }),
        }}
        remove={() => call(adminDeletePlan, { params: { id: plan.id } })}
        changes={[adminListPlans]}
        kept={plan.holders > 0 ? t('plan_manage.in_use') : undefined}
      >
        {children}
      </RowActions>
    </Allowed>
  )
}
