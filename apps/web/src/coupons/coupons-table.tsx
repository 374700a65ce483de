import { Menu } from '@mantine/core'
import { adminDeleteCoupon, adminListCoupons, type AdminCoupon, adminSetCoupon, type CouponState } from '@portico/contract/coupons-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { copyText } from '../ui/copy/copy-text.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import type { Picking } from '../ui/table/column.ts'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { Money } from '../ui/format/money.tsx'
import { showToast } from '../toast.ts'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { Periods, Plans } from './validity-text.tsx'
import { formatNumber } from '../ui/format/format-number.ts'

const TONES: Record<CouponState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', used_up: 'warn', disabled: 'bad' }

interface TableProps {
  query: ListQuery<AdminCoupon>
  page: number
  sort: string | undefined
  onPage: (page: number) => void
  onSort: (sort: string) => void
  onEdit: (coupon: AdminCoupon) => void
  onUses: (coupon: AdminCoupon) => void
  opened: number | undefined
  picking: Picking<AdminCoupon> | undefined
  empty: ReactNode
}

/** The coupons with their discount, scope, uses and state. */
export function CouponsTable({ onEdit, onUses, ...table }: TableProps) {
  const t = useT()
  const may = useMay()
  const plans = useQuery(get(adminListPlans, {}))
  const names = new Map(plans.data?.items.map((plan) => [plan.id, plan.shown_name]))
  const columns: Column<AdminCoupon>[] = [
    { header: t('coupon_manage.code'), render: (row) => <Code coupon={row} />, sort: 'code', opens: true, at: 'who' },
    { header: t('coupon_manage.discount'), render: (row) => <Value coupon={row} />, align: 'right', at: 'much' },
    { header: t('validity.plans'), render: (row) => <Plans of={row} plans={names} />, lesser: true },
    { header: t('validity.periods'), render: (row) => <Periods of={row} />, lesser: true },
    {
      header: t('coupon_manage.used'),
      render: (row) => <Used coupon={row} onUses={() => onUses(row)} />,
      align: 'right',
      sort: 'used',
      at: 'what',
      named: true,
    },
    { header: t('validity.starts'), render: (row) => <DateTime value={row.starts_at} />, lesser: true },
    { header: t('validity.ends'), render: (row) => <DateTime value={row.ends_at} />, sort: 'ends_at' },
    {
      header: t('coupon_manage.state'),
      render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`coupon_manage.state_${row.state}`)} />,
      at: 'state',
    },
    { header: t('coupon_manage.enabled'), render: (row) => row.state !== 'over' && <Enabled coupon={row} />, lesser: true },
    {
      header: t('table.actions'),
      actions: true,
      render: (row) => <Actions coupon={row} onEdit={() => onEdit(row)} onUses={() => onUses(row)} />,
    },
  ]
  return (
    <DataTable
      label={t('title.coupon')}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={may('coupons.write') ? onEdit : undefined}
      {...table}
    />
  )
}

function Code({ coupon: { code, name } }: { coupon: AdminCoupon }) {
  return (
    <span className="stacked">
      <span className="mono">{code}</span>
      <small>{name}</small>
    </span>
  )
}

function Value({ coupon: { kind, value, currency } }: { coupon: AdminCoupon }) {
  return <span>−{kind === 'amount' ? <Money amount={value} currency={currency} short /> : `${value}%`}</span>
}

/** Uses of a coupon; other limits show on hover. */
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

interface ActionsProps {
  coupon: AdminCoupon
  onEdit: () => void
  onUses: () => void
}

function Actions({ coupon: { id, code, deletable }, onEdit, onUses }: ActionsProps) {
  const t = useT()
  const copy = async (): Promise<void> => {
    const copied = await copyText(code)
    showToast({ kind: copied ? 'success' : 'warning', message: t(copied ? 'action.copied' : 'action.copy_failed') })
  }
  return (
    <Allowed to="coupons.write">
      <RowActions
        name={code}
        onEdit={onEdit}
        words={{
          title: t('coupon_manage.delete_title', { code }),
          text: t('coupon_manage.delete_text'),
          done: t('coupon_manage.deleted', { code }),
        }}
        remove={() => call(adminDeleteCoupon, { params: { id } })}
        changes={[adminListCoupons]}
        kept={deletable ? undefined : t('coupon_manage.in_use')}
      >
        <Menu.Item onClick={() => void copy()}>{t('coupon_manage.copy')}</Menu.Item>
        <Menu.Item onClick={onUses}>{t('coupon_manage.uses')}</Menu.Item>
      </RowActions>
    </Allowed>
  )
}
