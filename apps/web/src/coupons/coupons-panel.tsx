import { Button, Menu } from '@mantine/core'
import {
  type AdminCoupon,
  adminDeleteCoupon,
  adminExportCoupons,
  adminListCoupons,
  adminSetCoupon,
  type CouponState,
} from '@portico/contract/coupons-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { t, useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { copyText } from '../ui/copy/copy-text.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { Money } from '../ui/format/money.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { RowSwitch } from '../ui/table/row-actions.tsx'
import { usePicking } from '../ui/table/use-picking.ts'
import { CouponBulk } from './coupon-bulk.tsx'
import { CouponUses } from './coupon-uses.tsx'
import { Periods, Plans, usePlanNames } from './validity-text.tsx'

const CouponDrawer = lazyDrawer(async () => (await import('./coupon-drawer.tsx')).CouponDrawer)

const coupons = listOf(adminListCoupons)
const TONES: Record<CouponState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', used_up: 'warn', disabled: 'bad' }

/** Discount codes that members enter at checkout. */
export function CouponsPanel() {
  const t = useT()
  const names = usePlanNames()
  const list = useList(coupons)
  const editing = useEditing<AdminCoupon, 'batch'>(list, 'coupons.write')
  const { picking, picked } = usePicking(list.table, (row) => row.code)
  const [looked, setLooked] = useState<AdminCoupon | null>(null)
  const create = editing.button(t('coupon_manage.create'))
  const { filters: filter } = list
  const { items = [], total = 0 } = list.query.data ?? {}
  return (
    <>
      <HeaderActions>
        <ListCsv list={list} from={adminExportCoupons} name={['coupons', filter.batch_id].filter(Boolean).join('-')} needs="export" />
        {editing.may && (
          <Button variant="default" onClick={() => editing.create('batch')}>
            {t('coupon_manage.generate')}
          </Button>
        )}
        {!list.isEmpty && create}
      </HeaderActions>
      <FilterBar {...list.bar}>
        <SearchField label={t('coupon_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('coupon_manage.state')} {...list.choice('state', (value) => t(`coupon_manage.state_${value}`))} />
        <FilterChip label={t('coupon_manage.kind')} {...list.choice('kind', (value) => t(`coupon_manage.kind_${value}`))} />
        <SearchField label={t('coupon_manage.batch')} {...list.filter('batch_id')} />
        <DayFilter label={t('coupon_manage.created_days')} {...list.days} />
      </FilterBar>
      <DataTable
        label={t('title.coupon')}
        {...list.table}
        {...editing.table}
        opened={editing.table.opened ?? looked?.id}
        picking={editing.may ? picking : undefined}
        columns={[
          {
            header: t('coupon_manage.code'),
            render: ({ code, name }) => (
              <Stacked note={name}>
                <span className="mono">{code}</span>
              </Stacked>
            ),
            sort: 'code',
            opens: true,
            at: 'who',
          },
          { header: t('coupon_manage.discount'), render: (row) => <Value coupon={row} />, align: 'right', at: 'much' },
          { header: t('validity.plans'), render: (row) => <Plans of={row} names={names} />, lesser: true },
          { header: t('validity.periods'), render: (row) => <Periods of={row} />, lesser: true },
          {
            header: t('coupon_manage.used'),
            render: (row) => <Used coupon={row} onUses={() => setLooked(row)} />,
            align: 'right',
            sort: 'used',
            at: 'what',
            named: true,
          },
          { header: t('validity.starts'), render: (row) => <DateTime value={row.starts_at} />, lesser: true },
          { header: t('validity.ends'), render: (row) => <DateTime value={row.ends_at} />, sort: 'ends_at' },
          {
            header: t('coupon_manage.state'),
            render: ({ state }) => <StatusBadge tone={TONES[state]} label={t(`coupon_manage.state_${state}`)} />,
            at: 'state',
          },
          {
            header: t('coupon_manage.enabled'),
            render: ({ id, code, state, enabled }) =>
              state !== 'over' && (
                <RowSwitch
                  needs="coupons.write"
                  label={`${code}: ${t('coupon_manage.enabled')}`}
                  on={enabled}
                  save={(on) => call(adminSetCoupon, { params: { id }, body: { enabled: on } })}
                  changes={[adminListCoupons]}
                />
              ),
            lesser: true,
          },
          editing.actions((row) => ({
            name: row.code,
            words: {
              title: t('coupon_manage.delete_title', { code: row.code }),
              text: t('coupon_manage.delete_text'),
              done: t('coupon_manage.deleted', { code: row.code }),
            },
            remove: () => call(adminDeleteCoupon, { params: { id: row.id } }),
            kept: row.deletable ? undefined : t('coupon_manage.in_use'),
            renderMore: () => (
              <>
                <Menu.Item onClick={() => void copy(row.code)}>{t('coupon_manage.copy')}</Menu.Item>
                <Menu.Item onClick={() => setLooked(row)}>{t('coupon_manage.uses')}</Menu.Item>
              </>
            ),
          })),
        ]}
        empty={{ title: t('coupon_manage.empty'), text: t('coupon_manage.empty_text'), drawing: 'start', children: create }}
      />
      <CouponBulk picked={picked} shown={items.length} filter={filter} filtered={list.filtered} total={total} />
      {editing.draw((edited) => (
        <CouponDrawer {...edited} onGenerated={(id) => list.reset({ batch_id: id })} />
      ))}
      {looked && <CouponUses coupon={looked} onClose={() => setLooked(null)} />}
    </>
  )
}

function Value({ coupon: { kind, value, currency } }: { coupon: AdminCoupon }) {
  return <span>−{kind === 'amount' ? <Money amount={value} currency={currency} short /> : `${value}%`}</span>
}

/** How often a coupon was used, and how often it can be. Its other limits show on hover. */
function Used({ coupon, onUses }: { coupon: AdminCoupon; onUses: () => void }) {
  const t = useT()
  const { used, limit_use: limit, limit_per_member: each, new_members_only: newOnly } = coupon
  const limits = [each !== null && t('coupon_manage.each', { n: each }), newOnly && t('coupon_manage.new_only')].filter(Boolean)
  return (
    <TextButton aria-label={t('coupon_manage.uses_of', { code: coupon.code })} title={limits.join(' · ')} onClick={onUses}>
      {limit === null ? formatNumber(used) : `${formatNumber(used)} / ${formatNumber(limit)}`}
    </TextButton>
  )
}

async function copy(code: string): Promise<void> {
  const copied = await copyText(code)
  showToast({ kind: copied ? 'success' : 'warning', message: t(copied ? 'action.copied' : 'action.copy_failed') })
}
