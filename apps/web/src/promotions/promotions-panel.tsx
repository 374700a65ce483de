import { Button } from '@mantine/core'
import { adminListPlans } from '@portico/contract/plans-admin'
import {
  adminDeletePromotion,
  adminListPromotions,
  type AdminPromotion,
  adminSetPromotion,
  type PromotionState,
} from '@portico/contract/promotions-admin'
import type { Language } from '@portico/contract/translations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, list } from '../api/query.ts'
import { Periods, Plans } from '../coupons/validity-text.tsx'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { PromotionDrawer } from './promotion-drawer.tsx'

const TONES: Record<PromotionState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', disabled: 'bad' }

/** Price cuts that apply automatically, without a code. */
export function PromotionsPanel() {
  const t = useT()
  const may = useMay()
  const lang = useStore(language)
  const query = useQuery(list(adminListPromotions, {}))
  const plans = useQuery(get(adminListPlans, {}))
  const names = new Map(plans.data?.items.map((plan) => [plan.id, plan.shown_name]))
  const [edited, setEdited] = useState<AdminPromotion | 'new' | null>(null)
  useAskedToOpen(may('coupons.write'), () => setEdited('new'))
  const promotion = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === promotion?.id, setEdited)
  const columns: Column<AdminPromotion>[] = [
    { header: t('promotion_manage.name'), render: (row) => <strong>{nameIn(row, lang)}</strong>, opens: true, at: 'who' },
    { header: t('coupon_manage.discount'), render: (row) => `−${row.percent}%`, align: 'right', at: 'much' },
    { header: t('validity.plans'), render: (row) => <Plans of={row} plans={names} />, lesser: true },
    { header: t('validity.periods'), render: (row) => <Periods of={row} />, lesser: true },
    { header: t('validity.starts'), render: (row) => <DateTime value={row.starts_at} />, lesser: true },
    { header: t('validity.ends'), render: (row) => <DateTime value={row.ends_at} />, at: 'what', named: true },
    { header: t('promotion_manage.for'), render: (row) => t(row.new_members_only ? 'promotion_manage.newcomers' : 'promotion_manage.all') },
    {
      header: t('coupon_manage.state'),
      render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`coupon_manage.state_${row.state}`)} />,
      at: 'state',
    },
    { header: t('coupon_manage.enabled'), render: (row) => row.state !== 'over' && <Enabled promotion={row} />, lesser: true },
    { header: t('table.actions'), actions: true, render: (row) => <Actions promotion={row} onEdit={() => setEdited(row)} /> },
  ]
  const create = may('coupons.write') && <Button onClick={() => setEdited('new')}>{t('promotion_manage.create')}</Button>
  return (
    <>
      <HeaderActions>{query.data?.items.length !== 0 && create}</HeaderActions>
      <p className="intro">{t('promotion_manage.text')}</p>
      <DataTable
        label={t('promotion_manage.tab')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={may('coupons.write') ? setEdited : undefined}
        opened={promotion?.id}
        empty={
          <EmptyState title={t('promotion_manage.empty')} text={t('promotion_manage.empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {edited && <PromotionDrawer key={promotion?.id} promotion={promotion} steps={steps} onClose={() => setEdited(null)} />}
    </>
  )
}

/** Name in a visitor's language. */
function nameIn({ name, translations }: AdminPromotion, lang: Language): string {
  return translations[lang]?.name || name
}

function Enabled({ promotion }: { promotion: AdminPromotion }) {
  const t = useT()
  const { id, enabled } = promotion
  return (
    <RowSwitch
      needs="coupons.write"
      label={`${nameIn(promotion, useStore(language))}: ${t('coupon_manage.enabled')}`}
      on={enabled}
      save={(next) => call(adminSetPromotion, { params: { id }, body: { enabled: next } })}
      changes={[adminListPromotions]}
    />
  )
}

function Actions({ promotion, onEdit }: { promotion: AdminPromotion; onEdit: () => void }) {
  const t = useT()
  const { id } = promotion
  const name = nameIn(promotion, useStore(language))
  return (
    <Allowed to="coupons.write">
      <RowActions
        name={name}
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
