import { type Commission, CommissionStatus, inviteDetails } from '@portico/contract/commissions'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { formatLevel } from '../ui/format/format-number.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatDateTime, formatDay } from '../ui/format/format-time.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Money } from '../ui/format/money.tsx'
import { choice, pageNumber, usePageSearch } from '../ui/page-search.ts'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { CommissionAmount } from './commission-amount.tsx'
import { CommissionStatusBadge } from './commission-status.tsx'

const SORTS = ['created_at', '-created_at', 'amount', '-amount'] as const
const Search = z.object({ page: pageNumber, status: choice(CommissionStatus.options), sort: choice(SORTS) })

/** The member's commissions from invitations, newest first. */
export function MyCommissions() {
  const t = useT()
  const [{ page, status, sort }, change] = usePageSearch(Search)
  const query = useQuery(list(inviteDetails, { query: { page, status, sort } }))
  const columns: Column<Commission>[] = [
    { header: t('commission.created'), render: ({ created_at: at }) => <DateTime value={at} />, sort: 'created_at', at: 'what' },
    { header: t('commission.buyer'), render: (row) => <Buyer commission={row} />, at: 'who' },
    {
      header: t('commission.base'),
      render: (row) => <Money amount={row.base_amount} currency={row.currency} />,
      align: 'right',
    },
    { header: t('commission.rate'), render: ({ rate }) => `${rate / 100}%`, align: 'right' },
    { header: t('commission.amount'), render: (row) => <CommissionAmount commission={row} />, align: 'right', sort: 'amount', at: 'much' },
    { header: t('commission.status'), render: (row) => <Status commission={row} />, at: 'state' },
  ]
  return (
    <>
      <StatusFilter
        label={t('commission.status')}
        options={CommissionStatus.options.map((value) => ({ value, label: t(`commission_status.${value}`) }))}
        value={status}
        list={query}
        onChange={(next) => change({ status: next })}
      />
      <DataTable
        label={t('invites.tab_commissions')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={
          status ? (
            <NothingFits onClear={() => change({ status: undefined })} />
          ) : (
            <EmptyState title={t('commission.empty')} text={t('commission.empty_text')} />
          )
        }
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
