import { adminListStatementImports, type StatementImport } from '@portico/contract/statements-imports-admin'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Sums } from './found.tsx'
import { IMPORT_TONES } from './import-tones.ts'

const imports = listOf(adminListStatementImports)

/** Uploaded statements, also those that nobody has started yet. */
export function ImportsTable({ opened, onOpen }: { opened: number | undefined; onOpen: (id: number) => void }) {
  const t = useT()
  const list = useList(imports)
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
      {...list.table}
      columns={columns}
      onOpen={(row) => onOpen(row.id)}
      opened={opened}
      empty={{ title: t('statements.imports_empty'), text: t('statements.empty_text') }}
    />
  )
}
