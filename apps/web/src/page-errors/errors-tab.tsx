import { adminListPageErrors, type PageError } from '@portico/contract/page-errors-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'

/** Errors that browsers met on pages. */
export function ErrorsTab() {
  const t = useT()
  const [page, setPage] = useState(1)
  const query = useQuery(list(adminListPageErrors, { query: { page } }))
  const columns: Column<PageError>[] = [
    { header: t('page_error.message'), render: (row) => <span className="mono">{row.message}</span>, at: 'who', wrap: true },
    { header: t('page_error.page'), render: (row) => <span className="mono">{row.page}</span>, at: 'what' },
    { header: t('page_error.times'), render: (row) => formatNumber(row.times), align: 'right', at: 'much' },
    { header: t('page_error.first'), render: (row) => <TimeAgo value={row.first_at} />, lesser: true },
    { header: t('page_error.last'), render: (row) => <TimeAgo value={row.last_at} />, at: 'state' },
    { header: t('page_error.browser'), render: (row) => <Stacked note={row.version}>{row.browser ?? '–'}</Stacked> },
  ]
  return (
    <DataTable
      label={t('log.tab_errors')}
      query={query}
      columns={columns}
      rowKey={(row) => row.id}
      page={page}
      onPage={setPage}
      empty={{ title: t('page_error.empty'), text: t('page_error.empty_text'), drawing: 'done' }}
    />
  )
}
