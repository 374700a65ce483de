import { adminListReportUndos, type ReportUndo } from '@portico/contract/report-watch-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { Meter } from '../ui/meter.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'

const REFETCH_MS = 1_000

/** Undos, with progress of a running one. */
export function UndosTable() {
  const t = useT()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...list(adminListReportUndos, { query: { page } }),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'running') ? REFETCH_MS : false),
  })
  const columns: Column<ReportUndo>[] = [
    { header: t('report_watch.node'), render: (row) => <strong>{row.node.name}</strong>, at: 'who' },
    { header: t('report_watch.undone_since'), render: (row) => <DateTime value={row.since} />, at: 'what' },
    { header: t('report_watch.from'), render: (row) => row.networks.join(', ') || t('report_watch.anywhere'), lesser: true },
    { header: t('report_watch.reason'), render: (row) => row.reason, lesser: true },
    { header: t('report_watch.progress'), render: (row) => <Progress undo={row} />, at: 'state' },
    { header: t('report_watch.undone_at'), render: (row) => <DateTime value={row.created_at} />, lesser: true },
  ]
  if (!query.data || query.data.total === 0) return null
  return (
    <section aria-labelledby="report-undos">
      <h2 id="report-undos">{t('report_watch.undos')}</h2>
      <DataTable label={t('report_watch.undos')} query={query} columns={columns} rowKey={(row) => row.id} page={page} onPage={setPage} />
    </section>
  )
}

function Progress({ undo: { state, done, total } }: { undo: ReportUndo }) {
  const t = useT()
  if (state === 'done') return <StatusBadge tone="good" label={t('report_watch.undone', { n: done })} />
  return <Meter label={t('report_watch.undone_of', { done, total })} value={done} max={total} />
}
