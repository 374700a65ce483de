import { Button, Group, Switch } from '@mantine/core'
import { adminListPlans } from '@portico/contract/plans-admin'
import {
  adminDeletePromotion,
  adminListPromotions,
  type AdminPromotion,
  adminSetPromotion,
  type PromotionState,
} from '@portico/contract/promotions-admin'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get, invalidate, list } from '../api/query.ts'
import { Dates, Scope } from '../coupons/validity-text.tsx'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { showNotice } from '../ui/notice.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { PromotionDrawer } from './promotion-drawer.tsx'
import styles from './promotions-panel.module.css'

const TONES: Record<PromotionState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', disabled: 'bad' }

/** Price cuts that run by themselves, without a code. */
export function PromotionsPanel() {
  const t = useT()
  const query = useQuery(list(adminListPromotions, {}))
  const plans = useQuery(get(adminListPlans, {}))
  const names = new Map(plans.data?.items.map((plan) => [plan.id, plan.name]))
  const [edited, setEdited] = useState<AdminPromotion | 'new' | null>(null)
  const create = <Button onClick={() => setEdited('new')}>{t('promotion_manage.create')}</Button>
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
    <div className={styles['name']}>
      <strong>{promotion.name}</strong>
      {promotion.new_members_only && <small>{t('promotion_manage.newcomers')}</small>}
    </div>
  )
}

function Enabled({ promotion }: { promotion: AdminPromotion }) {
  const t = useT()
  const save = useMutation({
    mutationFn: (enabled: boolean) => call(adminSetPromotion, { params: { id: promotion.id }, body: { enabled } }),
    onSettled: () => invalidate(adminListPromotions),
  })
  return (
    <Switch
      aria-label={`${promotion.name}: ${t('coupon_manage.enabled')}`}
      checked={save.isPending ? save.variables : promotion.enabled}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  )
}

function Actions({ promotion, onEdit }: { promotion: AdminPromotion; onEdit: () => void }) {
  const t = useT()
  const { name } = promotion
  const remove = useMutation({
    mutationFn: () => call(adminDeletePromotion, { params: { id: promotion.id } }),
    onSuccess: () => showNotice({ kind: 'success', message: t('promotion_manage.deleted', { name }) }),
    onSettled: () => invalidate(adminListPromotions),
  })
  const ask = async (): Promise<void> => {
    const question = { title: t('promotion_manage.delete_title', { name }), text: t('promotion_manage.delete_text') }
    if (await confirm({ ...question, confirm: t('action.delete'), danger: true })) remove.mutate()
  }
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="subtle" onClick={onEdit}>
        {t('action.edit')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="var(--danger)" loading={remove.isPending} onClick={() => void ask()}>
        {t('action.delete')}
      </Button>
    </Group>
  )
}
