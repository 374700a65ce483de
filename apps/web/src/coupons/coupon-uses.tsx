import { adminListCouponUses, type CouponUse } from '@portico/contract/coupons-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberLink } from '../accounts/member-link.tsx'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { OrderLink } from '../orders/order-number.tsx'
import { OrderState } from '../orders/order-state.tsx'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'

/** All orders placed with one coupon. */
export function CouponUses({ coupon, onClose }: { coupon: { id: number; code: string }; onClose: () => void }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const query = useQuery(list(adminListCouponUses, { params: { id: coupon.id }, query: { page } }))
  const columns: Column<CouponUse>[] = [
    { header: t('order_manage.number'), render: (use) => <OrderLink number={use.trade_no} />, at: 'who' },
    { header: t('order_manage.member'), render: (use) => <MemberLink id={use.account_id} email={use.email} />, at: 'what' },
    { header: t('order_manage.status'), render: (use) => <OrderState status={use.order_status} />, at: 'state' },
    {
      header: t('coupon_manage.discount'),
      render: (use) => <Money amount={use.discount_amount} currency={use.currency} />,
      align: 'right',
      at: 'much',
    },
    { header: t('coupon_manage.used_at'), render: (use) => <DateTime value={use.used_at} /> },
    {
      header: t('coupon_manage.counts'),
      render: (use) => (use.returned_at === null ? t('coupon_manage.counts_yes') : t('coupon_manage.counts_no')),
    },
  ]
  return (
    <SideDrawer onClose={onClose} title={t('coupon_manage.uses_of', { code: coupon.code })}>
      <DataTable
        label={t('coupon_manage.uses_of', { code: coupon.code })}
        query={query}
        columns={columns}
        rowKey={(use) => use.id}
        page={page}
        onPage={setPage}
        empty={{ title: t('coupon_manage.no_uses'), text: t('coupon_manage.no_uses_text') }}
      />
    </SideDrawer>
  )
}
