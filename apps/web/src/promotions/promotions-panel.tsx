import { Button } from '@mantine/core'
import { adminListPlans } from '@portico/contract/plans-admin'
import {
  adminDeletePromotion,
  adminListPromotions,
  type AdminPromotion,
  adminSetPromotion,
  type PromotionState,
} from '@portico/contract/promotions-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, list } from '../api/query.ts'
import { Dates, Scope } from '../coupons/validity-text.tsx'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { PromotionDrawer } from './promotion-drawer.tsx'
import styles from './promotions-panel.module.css'

const TONES: Record<PromotionState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', disabled: 'bad' }

/** Price cuts that apply automatically, without a code. */
export function PromotionsPanel() {
  const t = useT()
  const query = useQuery(list(adminListPromotions, {}))
  const plans = useQuery(get(adminListPlans, {}))
  const names = new Map(plans.data?.items.map((plan) => [plan.id, plan.name]))
  const [edited, setEdited] = useState<AdminPromotion | 'new' | null>(null)
  useAskedToOpen(useMay()('coupons.write'), () => setEdited('new'))
  const create = (
    <Allowed to="coupons.write">
      <Button onClick={() => setEdited('new')}>{t('promotion_manage.create')}</Button>
    </Allowed>
  )
  const columns: Column<AdminPromotion>[] = [
    { header: t('promotion_manage.name'), render: (row) => <Name promotion={row} /> },
    { header: t('coupon_manage.discount'), render: (row) => `−${row.percent}%` },
    { header: t('validity.title'), render: (row) => <Scope of={row} plans={names} /> },
    { header: t('validity.dates'), render: (row) => <Dates of={row} /> },
    {
      header: t('coupon_manage.state'),
      render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`coupon_manage.state_${row.state}`)} />,
    },
    { header: t('coupon_manage.enabled'), render: (row) => <Enabled promotion={row} /> },
    { header: t('table.actions'), render: (row) => <Actions promotion={row} onEdit={() => setEdited(row)} />, align: 'right' },
  ]
  return (
    <>
      <div className={styles['head']}>
        {create}
        <p>{t('promotion_manage.text')}</p>
      </div>
      <DataTable
        label={t('promotion_manage.tab')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          <EmptyState title={t('promotion_manage.empty')} text={t('promotion_manage.empty_text')}>
            {create}
          </EmptyState>
        }
      />
      {edited && <PromotionDrawer promotion={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Name({ promotion }: { promotion: AdminPromotion }) {
  const t = useT()
  return (
    <div className="stacked">
      <strong>{promotion.name}</strong>
      {promotion.new_members_only && <small>{t('promotion_manage.newcomers')}</small>}
    </div>
  )
}

function Enabled({ promotion: { id, name, enabled } }: { promotion: AdminPromotion }) {
  const t = useT()
  return (
    <RowSwitch
      needs="coupons.write"
      label={`${name}: ${t('coupon_manage.enabled')}`}
      on={enabled}
      save={(next) => call(adminSetPromotion, { params: { id }, body: { enabled: next } })}
      changes={[adminListPromotions]}
    />
  )
}

function Actions({ promotion: { id, name }, onEdit }: { promotion: AdminPromotion; onEdit: () => void }) {
  const t = useT()
  return (
    <Allowed to="coupons.write">
      <RowActions
        onEdit={onEdit}
        words={{
          title: t('promotion_manage.delete_title', { name }),
          text: t('promotion_manage.delete_text'),
          done: t('promotion_manage.deleted', { name }),
        }}
        remove={() => call(adminDeletePromotion, { params: { id } })}
        changes={[adminListPromotions]}
      />
    </Allowed>
  )
}
