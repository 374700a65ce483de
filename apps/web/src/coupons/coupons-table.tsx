import { adminDeleteCoupon, adminListCoupons, type AdminCoupon, adminSetCoupon, type CouponState } from '@portico/contract/coupons-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { copyText } from '../ui/copy-text.ts'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { Money } from '../ui/format/money.tsx'
import { showNotice } from '../notice.ts'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { TextButton } from '../ui/text-button.tsx'
import styles from './coupons-manage.module.css'
import { Dates, Scope } from './validity-text.tsx'

const TONES: Record<CouponState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', used_up: 'warn', disabled: 'bad' }

interface TableProps {
  query: ListQuery<AdminCoupon>
  page: number
  sort: string | undefined
  onPage: (page: number) => void
  onSort: (sort: string) => void
  onEdit: (coupon: AdminCoupon) => void
  onUses: (coupon: AdminCoupon) => void
  empty: ReactNode
}

/** The coupons with their discount, scope, uses and state. */
export function CouponsTable({ query, page, sort, onPage, onSort, onEdit, onUses, empty }: TableProps) {
  const t = useT()
  const plans = useQuery(get(adminListPlans, {}))
  const names = new Map(plans.data?.items.map((plan) => [plan.id, plan.name]))
  const columns: Column<AdminCoupon>[] = [
    { header: t('coupon_manage.code'), render: (row) => <Code coupon={row} />, sort: 'code' },
    { header: t('coupon_manage.discount'), render: (row) => <Value coupon={row} /> },
    { header: t('validity.title'), render: (row) => <Scope of={row} plans={names} /> },
    { header: t('coupon_manage.used'), render: (row) => <Used coupon={row} onUses={() => onUses(row)} />, sort: 'used' },
    { header: t('validity.dates'), render: (row) => <Dates of={row} />, sort: 'ends_at' },
    {
      header: t('coupon_manage.state'),
      render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`coupon_manage.state_${row.state}`)} />,
    },
    { header: t('coupon_manage.enabled'), render: (row) => <Enabled coupon={row} /> },
    { header: t('table.actions'), render: (row) => <Actions coupon={row} onEdit={() => onEdit(row)} />, align: 'right' },
  ]
  return (
    <DataTable
      label={t('title.coupon')}
      query={query}
      columns={columns}
      rowKey={(row) => row.id}
      page={page}
      onPage={onPage}
      sort={sort}
      onSort={onSort}
      empty={empty}
    />
  )
}

/** Clicking the code copies it. */
function Code({ coupon }: { coupon: AdminCoupon }) {
  const t = useT()
  const copy = async (): Promise<void> => {
    const copied = await copyText(coupon.code)
    showNotice({ kind: copied ? 'success' : 'warning', message: t(copied ? 'action.copied' : 'action.copy_failed') })
  }
  return (
    <div className={styles['two']}>
      <TextButton className={styles['code']} title={t('action.copy')} onClick={() => void copy()}>
        {coupon.code}
      </TextButton>
      <small>{coupon.name}</small>
    </div>
  )
}

function Value({ coupon: { kind, value, currency } }: { coupon: AdminCoupon }) {
  return <span>−{kind === 'amount' ? <Money amount={value} currency={currency} short /> : `${value}%`}</span>
}

function Used({ coupon, onUses }: { coupon: AdminCoupon; onUses: () => void }) {
  const t = useT()
  const { used, limit_use: limit, limit_per_member: each, new_members_only: newOnly } = coupon
  return (
    <div className={styles['two']}>
      <TextButton className={styles['uses']} aria-label={t('coupon_manage.uses_of', { code: coupon.code })} onClick={onUses}>
        {limit === null ? used.toLocaleString() : `${used.toLocaleString()} / ${limit.toLocaleString()}`}
      </TextButton>
      {each !== null && <small>{t('coupon_manage.each', { n: each })}</small>}
      {newOnly && <small>{t('coupon_manage.new_only')}</small>}
    </div>
  )
}

function Enabled({ coupon: { id, code, enabled } }: { coupon: AdminCoupon }) {
  const t = useT()
  return (
    <RowSwitch
      needs="coupons.write"
      label={`${code}: ${t('coupon_manage.enabled')}`}
      on={enabled}
      save={(next) => call(adminSetCoupon, { params: { id }, body: { enabled: next } })}
      changes={[adminListCoupons]}
    />
  )
}

function Actions({ coupon: { id, code, deletable }, onEdit }: { coupon: AdminCoupon; onEdit: () => void }) {
  const t = useT()
  return (
    <Allowed to="coupons.write">
      <RowActions
        onEdit={onEdit}
        words={{
          title: t('coupon_manage.delete_title', { code }),
          text: t('coupon_manage.delete_text'),
          done: t('coupon_manage.deleted', { code }),
        }}
        remove={() => call(adminDeleteCoupon, { params: { id } })}
        changes={[adminListCoupons]}
        kept={deletable ? undefined : t('coupon_manage.in_use')}
      />
    </Allowed>
  )
}
