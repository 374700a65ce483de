import { type Commission, inviteDetails } from '@portico/contract/commissions'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatLevel } from '../ui/format/format-number.ts'
import { formatDateTime, formatDay } from '../ui/format/format-time.ts'
import { Money } from '../ui/format/money.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { CommissionAmount } from './commission-amount.tsx'
import { CommissionStatusBadge } from './commission-status.tsx'

const commissions = listOf(inviteDetails, { order: '-created_at' })

/** The member's commissions from invitations, newest first. */
export function MyCommissions() {
  const t = useT()
  const list = useList(commissions)
  return (
    <>
      <StatusFilter
        label={t('commission.status')}
        {...list.choice('status', (value) => t(`commission_status.${value}`))}
        list={list.query}
      />
      <DataTable
        label={t('invites.tab_commissions')}
        {...list.table}
        columns={[
          { header: t('commission.created'), render: (row) => <DateTime value={row.created_at} />, sort: 'created_at', at: 'what' },
          { header: t('commission.buyer'), render: (row) => <Buyer commission={row} />, at: 'who' },
          { header: t('commission.base'), render: (row) => <Money amount={row.base_amount} currency={row.currency} />, align: 'right' },
          { header: t('commission.rate'), render: ({ rate }) => `${rate / 100}%`, align: 'right' },
          {
            header: t('commission.amount'),
            render: (row) => <CommissionAmount commission={row} />,
            align: 'right',
            sort: 'amount',
            at: 'much',
          },
          { header: t('commission.status'), render: (row) => <Status commission={row} />, at: 'state' },
        ]}
        empty={{ title: t('commission.empty'), text: t('commission.empty_text') }}
      />
    </>
  )
}

function Buyer({ commission: { buyer, level } }: { commission: Commission }) {
  const t = useT()
  return (
    <span className="stacked">
      {buyer}
      <small>{t('commission.level', { n: formatLevel(level) })}</small>
    </span>
  )
}

function Status({ commission }: { commission: Commission }) {
  const t = useT()
  const zone = useZone()
  const lang = useStore(language)
  return (
    <span className="stacked">
      <CommissionStatusBadge status={commission.status} />
      {commission.status === 'pending' && (
        <small>
          {t('commission.until')} {formatDay(formatDateTime(commission.frozen_until, zone, 'day'), lang)}
        </small>
      )}
    </span>
  )
}
