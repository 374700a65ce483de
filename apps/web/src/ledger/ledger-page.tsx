import { Button } from '@mantine/core'
import {
  adminCheckLedger,
  adminExportLedger,
  adminLedgerTransactions,
  adminTrialBalance,
  type LedgerTransaction,
  type Movement,
} from '@portico/contract/ledger-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { day, usePageSearch } from '../ui/page-search.ts'
import { PageSection, Sectioned } from '../ui/sections/sectioned.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { useSave } from '../ui/use-save.ts'
import { CheckResult } from './check-result.tsx'
import styles from './ledger.module.css'
import { Months, months } from './months.tsx'
import { NoEntries } from './no-entries.tsx'
import { PeriodBar } from './period-bar.tsx'
import type { Days } from './periods.ts'
import { TrialBalance } from './trial-balance.tsx'

const transactions = listOf(adminLedgerTransactions)
const balance = (days: Days) => list(adminTrialBalance, { query: days })

export const Route = createFileRoute('/_signed-in/_console/admin/ledger')({
  loader: (route) => {
    const { from, to } = Search.parse(route.location.search)
    return Promise.all([prefetch(balance({ from, to }), months({ from, to })), transactions.load(route)])
  },
  component: LedgerPage,
  staticData: { title: 'title.ledger' },
})

const Search = z.object({ from: day, to: day })

function LedgerPage() {
  const t = useT()
  const [{ from, to }, change] = usePageSearch(Search)
  const query = useQuery(balance({ from, to }))
  const { data } = query
  const check = useSave({
    send: () => call(adminCheckLedger, {}),
    changes: [adminTrialBalance],
  })
  const sections = [
    { id: 'months', title: t('ledger.months') },
    { id: 'balance', title: t('ledger.balance') },
    { id: 'transactions', title: t('ledger.transactions') },
  ]
  return (
    <>
      <PageHeader title={t('title.ledger')}>
        <PeriodBar days={{ from, to }} onChange={change} />
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('ledger.check')}
        </Button>
      </PageHeader>
      {data && <CheckResult check={data.last_check} />}
      <Sectioned label={t('title.ledger')} sections={sections} wide>
        <PageSection id="months">
          <Months days={{ from, to }} />
        </PageSection>
        <PageSection id="balance">
          <TrialBalance query={query} days={{ from, to }} />
        </PageSection>
        <PageSection id="transactions">
          <Transactions kinds={data?.kinds ?? []} />
        </PageSection>
      </Sectioned>
    </>
  )
}

function Transactions({ kinds }: { kinds: Movement[] }) {
  const t = useT()
  const [days] = usePageSearch(Search)
  const list = useList(transactions, days)
  const state = { ...list.state, what: 'transactions' }
  const csv = <ListCsv list={{ ...list, state }} from={adminExportLedger} name="ledger" needs={['members.read', 'export']} rows={null} />
  return (
    <Card title={t('ledger.transactions')} aside={csv}>
      <FilterBar {...list.bar}>
        <SearchField label={t('ledger.search')} {...list.filter('q')} />
        <FilterChip label={t('ledger.account')} {...list.choice('account', (value) => t(`ledger.kind_${value}`))} />
        <FilterChip
          label={t('ledger.what')}
          choices={kinds.map((value) => ({ value, label: t(`movement.${value}`) }))}
          {...list.filter('kind')}
        />
      </FilterBar>
      <DataTable
        label={t('ledger.transactions')}
        {...list.table}
        columns={[
          { header: t('ledger.at'), render: (row) => <DateTime value={row.created_at} part="second" />, at: 'what' },
          {
            header: t('ledger.what'),
            render: (row) => (
              <div className={`stacked ${styles['what']}`}>
                <span>{t(`movement.${row.kind}`)}</span>
                {row.note && <small>{row.note}</small>}
                {row.by && <small>{t('ledger.by', { email: row.by })}</small>}
              </div>
            ),
            at: 'who',
            wrap: true,
          },
          { header: t('ledger.entries'), render: (row) => <Entries entries={row.entries} />, at: 'lines', wrap: true },
        ]}
        empty={<NoEntries days={days} />}
      />
    </Card>
  )
}

function Entries({ entries }: { entries: LedgerTransaction['entries'] }) {
  const t = useT()
  return (
    <ul className={styles['entries']}>
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.owner_id} ${entry.amount}`}>
          <span>
            {t(`ledger.kind_${entry.kind}`)} {entry.owner && <small>{entry.owner}</small>}
          </span>
          <Money amount={entry.amount} currency={entry.currency} />
        </li>
      ))}
    </ul>
  )
}
