import { Menu } from '@mantine/core'
import { adminExportRedeemBatch, adminListRedeemBatches, type RedeemBatch } from '@portico/contract/redeem-codes-admin'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { exportOptions } from '../ui/table/csv-button.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar } from '../ui/table/filter-bar.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'
import { TemplateFilter } from './code-filters.tsx'
import { NoCodes } from './no-codes.tsx'
import { Enabled } from './templates-tab.tsx'

const BatchDrawer = lazyDrawer(async () => (await import('./batch-drawer.tsx')).BatchDrawer)

const batches = listOf(adminListRedeemBatches)

/** Codes that were generated together. */
export function BatchesTab() {
  const t = useT()
  const list = useList(batches)
  const editing = useEditing(list, 'codes.write')
  return (
    <>
      <FilterBar {...list.bar}>
        <TemplateFilter {...list.filter('template_id')} />
      </FilterBar>
      <DataTable
        label={t('codes_manage.batches')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('codes_manage.batch'), render: (row) => row.name, opens: true, at: 'who' },
          { header: t('codes_manage.template'), render: (row) => row.template_name, at: 'what' },
          { header: t('codes_manage.kind'), render: (row) => t(`redeem_kind.${row.kind}`), lesser: true },
          { header: t('codes_manage.count'), render: (row) => formatNumber(row.count), align: 'right' },
          {
            header: t('codes_manage.used'),
            render: (row) => `${formatNumber(row.uses)} / ${formatNumber(row.count * row.max_uses)}`,
            align: 'right',
            at: 'much',
          },
          { header: t('codes_manage.starts'), render: (row) => <DateTime value={row.starts_at} />, lesser: true },
          { header: t('codes_manage.expires'), render: (row) => <DateTime value={row.expires_at} /> },
          { header: t('codes_manage.status'), render: (row) => <Enabled on={row.enabled} />, at: 'state' },
          { header: t('codes_manage.created'), render: (row) => <DateTime value={row.created_at} />, lesser: true },
          { header: t('table.actions'), actions: true, render: (row) => <Actions row={row} onEdit={() => editing.open(row)} /> },
        ]}
        empty={<NoCodes title={t('codes_manage.batches_empty')} />}
      />
      {editing.draw(({ row, steps, onClose }) => row && <BatchDrawer batch={row} steps={steps} onClose={onClose} />)}
    </>
  )
}

function Actions({ row, onEdit }: { row: RedeemBatch; onEdit: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const download = useSave({
    send: (scope: 'unused' | 'all') => call(adminExportRedeemBatch, { params: { id: row.id }, query: { scope } }, exportOptions),
    after: ({ csv }) => saveFile(`codes-${row.id}.csv`, csv),
  })
  return (
    <RowMenu name={row.name} busy={download.isPending}>
      <Menu.Item onClick={() => void navigate({ to: '.', search: { tab: 'codes', batch: String(row.id) } as never })}>
        {t('codes_manage.codes')}
      </Menu.Item>
      <Allowed to="export">
        <Menu.Item onClick={() => download.mutate('unused')}>{t('codes_manage.export_unused')}</Menu.Item>
        <Menu.Item onClick={() => download.mutate('all')}>{t('codes_manage.export_all', { n: row.count })}</Menu.Item>
      </Allowed>
      <Allowed to="codes.write">
        <Menu.Item onClick={onEdit}>{t('action.edit')}</Menu.Item>
      </Allowed>
    </RowMenu>
  )
}
