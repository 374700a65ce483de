import { Button } from '@mantine/core'
import { CouponKind } from '@portico/contract/coupons'
import { adminExportCoupons, adminListCoupons, type AdminCoupon, CouponState } from '@portico/contract/coupons-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { choice, day, pageNumber, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { usePicking } from '../ui/table/use-picking.ts'
import { CouponBulk } from './coupon-bulk.tsx'
import { CouponDrawer } from './coupon-drawer.tsx'
import { CouponUses } from './coupon-uses.tsx'
import { CouponsTable } from './coupons-table.tsx'

const SORTS = ['code', 'used', 'ends_at'].flatMap((field) => [field, `-${field}`])
const Search = z.object({
  page: pageNumber,
  q: text,
  kind: choice(CouponKind.options),
  state: choice(CouponState.options),
  batch: text,
  from: day,
  to: day,
  sort: choice(SORTS),
})

/** Discount codes that members enter at checkout. */
export function CouponsPanel() {
  const t = useT()
  const may = useMay()
  const [search, change] = usePageSearch(Search)
  const { page, q, kind, state, batch, from, to, sort } = search
  const filter = { q, kind, state, batch_id: batch, from, to }
  const query = useQuery(list(adminListCoupons, { query: { page, sort, ...filter } }))
  const [edited, setEdited] = useState<AdminCoupon | 'new' | 'batch' | null>(null)
  useAskedToOpen(useMay()('coupons.write'), () => setEdited('new'))
  const [looked, setLooked] = useState<AdminCoupon | null>(null)
  const filtered = Boolean(q ?? kind ?? state ?? batch ?? from ?? to)
  const isEmpty = isEmptyList(query, filtered)
  const reset = (): void => change({ q: undefined, kind: undefined, state: undefined, batch: undefined, from: undefined, to: undefined })
  const coupon = typeof edited === 'string' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === coupon?.id, setEdited)
  const { picking, picked } = usePicking(
    query.data?.items,
    (row) => row.id,
    (row) => row.code,
  )
  const create = may('coupons.write') && <Button onClick={() => setEdited('new')}>{t('coupon_manage.create')}</Button>
  return (
    <>
      <HeaderActions>
        {may('export') && !isEmpty && (
          <CsvButton
            name={batch === undefined ? 'coupons' : `coupons-${batch}`}
            load={(options) => call(adminExportCoupons, { query: { ...filter, sort } }, options)}
          />
        )}
        {may('coupons.write') && (
          <Button variant="default" onClick={() => setEdited('batch')}>
            {t('coupon_manage.generate')}
          </Button>
        )}
        {!isEmpty && create}
      </HeaderActions>
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset}>
        <SearchField label={t('coupon_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('coupon_manage.state')}
          choices={CouponState.options.map((value) => ({ value, label: t(`coupon_manage.state_${value}`) }))}
          value={state}
          onChange={(value) => change({ state: value })}
        />
        <FilterChip
          label={t('coupon_manage.kind')}
          choices={CouponKind.options.map((value) => ({ value, label: t(`coupon_manage.kind_${value}`) }))}
          value={kind}
          onChange={(value) => change({ kind: value })}
        />
        <SearchField label={t('coupon_manage.batch')} value={batch ?? ''} onChange={(value) => change({ batch: value })} />
        <DayFilter label={t('coupon_manage.created_days')} from={from} to={to} onChange={(days) => change({ ...days })} />
      </FilterBar>
      <CouponsTable
        query={query}
        page={page}
        sort={sort}
        onPage={(next) => change({ page: next })}
        onSort={(next) => change({ sort: next })}
        onEdit={setEdited}
        onUses={setLooked}
        opened={coupon?.id ?? looked?.id}
        picking={may('coupons.write') ? picking : undefined}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('coupon_manage.empty')} text={t('coupon_manage.empty_text')} drawing="start">
              {create}
            </EmptyState>
          )
        }
      />
      <CouponBulk
        picked={picked}
        shown={query.data?.items.length ?? 0}
        filter={filter}
        filtered={filtered}
        total={query.data?.total ?? 0}
      />
      {edited && (
        <CouponDrawer
          key={coupon?.id}
          coupon={edited}
          steps={steps}
          onClose={() => setEdited(null)}
          onGenerated={(id) => change({ batch: id, q: undefined, state: undefined, kind: undefined, from: undefined, to: undefined })}
        />
      )}
      {looked && <CouponUses coupon={looked} onClose={() => setLooked(null)} />}
    </>
  )
}
