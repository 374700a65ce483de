import { adminListStatementRows, RowState, type StatementImport, type StatementRow } from '@portico/contract/statements-imports-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Money } from '../ui/format/money.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import styles from './statements.module.css'

const TONES: Record<RowState, Tone> = {
  waiting: 'busy',
  compared: 'busy',
  matched: 'good',
  booked: 'good',
  open: 'warn',
  repeated: 'quiet',
  skipped: 'quiet',
  refused: 'bad',
}

/** The lines of a file, first those that could not be read, each with the reason. */
export function ImportRows({ of }: { of: StatementImport }) {
  const t = useT()
  const [state, setState] = useState<RowState | undefined>(of.counts.refused > 0 ? 'refused' : undefined)
  const [page, setPage] = useState(1)
  const query = useQuery(list(adminListStatementRows, { params: { id: of.id }, query: { page, state } }))
  const columns: Column<StatementRow>[] = [
    { header: t('statements.row'), render: (row) => row.line, at: 'who' },
    {
      header: t('statements.amount'),
      render: (row) => row.amount !== null && row.currency && <Money amount={row.amount} currency={row.currency} />,
      align: 'right',
      at: 'much',
    },
    {
      header: t('statements.rows_state'),
      render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`statements.row_${row.state}`)} />,
      at: 'state',
    },
    {
      header: t('statements.rows'),
      render: (row) => (
        <div className={styles['row']}>
          {row.problem && <strong>{t(`statements.problem_${row.problem}`)}</strong>}
          <small>{row.text}</small>
        </div>
      ),
      wrap: true,
      at: 'lines',
    },
  ]
  return (
    <section className={styles['part']}>
      <h3>{t('statements.rows')}</h3>
      <StatusFilter
        label={t('statements.rows_state')}
        choices={RowState.options.filter((value) => of.counts[value] > 0).map((value) => ({ value, label: t(`statements.row_${value}`) }))}
        value={state}
        onChange={(value) => {
          setState(value)
          setPage(1)
        }}
      />
      <DataTable
        label={t('statements.rows')}
        query={query}
        columns={columns}
        rowKey={(row) => row.line}
        page={page}
        onPage={setPage}
        empty={{ title: t('statements.rows_empty') }}
      />
    </section>
  )
}
