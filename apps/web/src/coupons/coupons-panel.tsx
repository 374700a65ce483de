import { Button, Group, Select } from '@mantine/core'
import { CouponKind } from '@portico/contract/coupons'
import { adminListCoupons, type AdminCoupon, CouponState } from '@portico/contract/coupons-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { choice, pageNumber, text, usePageSearch, useAskedToOpen } from '../ui/page-search.ts'
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
  sort: choice(SORTS),
})

/** Discount codes that members enter at checkout. */
export function CouponsPanel() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { page, q, kind, state, batch, sort } = search
  const filter = { q, kind, state, batch_id: batch }
  const query = useQuery(list(adminListCoupons, { query: { page, sort, ...filter } }))
  const [edited, setEdited] = useState<AdminCoupon | 'new' | 'batch' | null>(null)
  useAskedToOpen(useMay()('coupons.write'), () => setEdited('new'))
  const [looked, setLooked] = useState<AdminCoupon | null>(null)
  const filtered = Boolean(q ?? kind ?? state ?? batch)
  const total = query.data?.total ?? 0
  const make = (
    <Group gap="sm" mb="md">
      <Allowed to="coupons.write">
        <Button onClick={() => setEdited('new')}>{t('coupon_manage.create')}</Button>
      </Allowed>
      <Allowed to="coupons.write">
        <Button variant="default" onClick={() => setEdited('batch')}>
          {t('coupon_manage.generate')}
        </Button>
      </Allowed>
    </Group>
  )
  return (
    <>
      {make}
      <FilterBar active={filtered} onClear={() => change({ q: undefined, kind: undefined, state: undefined, batch: undefined })}>
        <SearchField label={t('coupon_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <Select
          aria-label={t('coupon_manage.state')}
          placeholder={t('coupon_manage.any_state')}
          clearable
          data={CouponState.options.map((value) => ({ value, label: t(`coupon_manage.state_${value}`) }))}
          value={state ?? null}
          onChange={(value) => change({ state: value ?? undefined })}
        />
        <Select
          aria-label={t('coupon_manage.kind')}
          placeholder={t('coupon_manage.any_kind')}
          clearable
          data={CouponKind.options.map((value) => ({ value, label: t(`coupon_manage.kind_${value}`) }))}
          value={kind ?? null}
          onChange={(value) => change({ kind: value ?? undefined })}
        />
        <SearchField label={t('coupon_manage.batch')} value={batch ?? ''} onChange={(value) => change({ batch: value })} />
      </FilterBar>
      {total > 0 && <CouponBulk filter={filter} filtered={filtered} sort={sort} total={total} />}
      <CouponsTable
        query={query}
        page={page}
        sort={sort}
        onPage={(next) => change({ page: next })}
        onSort={(next) => change({ sort: next })}
        onEdit={setEdited}
        onUses={setLooked}
        empty={
          filtered ? (
            <EmptyState title={t('state.empty_filtered')} />
          ) : (
            <EmptyState title={t('coupon_manage.empty')} text={t('coupon_manage.empty_text')} />
          )
        }
      />
      {edited && (
        <CouponDrawer
          coupon={edited}
          onClose={() => setEdited(null)}
          onGenerated={(id) => change({ batch: id, q: undefined, state: undefined, kind: undefined })}
        />
      )}
      {looked && <CouponUses coupon={looked} onClose={() => setLooked(null)} />}
    </>
  )
}
