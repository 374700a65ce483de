import { adminListStatementImports, type StatementImport } from '@portico/contract/statement-imports-admin'
import { useQuery } from '@tanstack/react-query'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Sums } from './found.tsx'
import { IMPORT_TONES } from './import-tones.ts'

interface ImportsTableProps {
  page: number
  onPage: (page: number) => void
  opened: number | undefined
  onOpen: (id: number) => void
}

/** Uploaded statements, also those that nobody has started yet. */
export function ImportsTable({ page, onPage, opened, onOpen }: ImportsTableProps) {
  const t = useT()
  const query = useQuery(list(adminListStatementImports, { query: { page } }))
  const columns: Column<StatementImport>[] = [
    { header: t('statements.view_imports'), render: (row) => row.file_name, at: 'who' },
    { header: t('statements.method'), render: (row) => methodName(row.method_name), lesser: true },
    { header: t('statements.uploaded'), render: (row) => <DateTime value={row.created_at} />, at: 'what' },
    { header: t('statements.payments'), render: (row) => formatNumber(row.payments), align: 'right', at: 'lines', named: true },
    { header: t('statements.row_open'), render: (row) => formatNumber(row.counts.open), align: 'right', at: 'lines', named: true },
    { header: t('statements.row_refused'), render: (row) => formatNumber(row.counts.refused), align: 'right', at: 'lines', named: true },
    { header: t('statements.sum_in'), render: (row) => <Sums of={row.sums_in} />, align: 'right', at: 'much' },
    {
      header: t('statements.status'),
      render: (row) => <StatusBadge tone={IMPORT_TONES[row.state]} label={t(`statements.state_${row.state}`)} />,
      at: 'state',
    },
  ]
  return (
    <DataTable
      label={t('statements.view_imports')}
      query={query}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={(row) => onOpen(row.id)}
      opened={opened}
      page={page}
      onPage={onPage}
      empty={<EmptyState title={t('statements.imports_empty')} text={t('statements.empty_text')} />}
    />
  )
}
