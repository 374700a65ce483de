import { Button, Group, Menu } from '@mantine/core'
import { adminExportRedeemBatch, adminListRedeemBatches, type RedeemBatch } from '@portico/contract/redeem-codes-admin'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/table/filter-bar.tsx'
import { pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'
import { BatchDrawer } from './batch-drawer.tsx'
import { idOf, TemplateFilter } from './code-filters.tsx'
import { Enabled } from './templates-tab.tsx'

const Search = z.object({ page: pageNumber, template: text })

/** Codes that were generated together. */
export function BatchesTab() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const template = idOf(search.template)
  const query = useQuery(list(adminListRedeemBatches, { query: { page: search.page, template_id: template } }))
  const [edited, setEdited] = useState<RedeemBatch | null>(null)
  const columns: Column<RedeemBatch>[] = [
    { header: t('codes_manage.batch'), render: (row) => <Name row={row} /> },
    { header: t('codes_manage.codes'), render: (row) => row.count.toLocaleString(), align: 'right' },
    {
      header: t('codes_manage.uses'),
      render: (row) => `${row.uses.toLocaleString()} / ${(row.count * row.max_uses).toLocaleString()}`,
      align: 'right',
    },
    { header: t('codes_manage.starts'), render: (row) => <DateTime value={row.starts_at} /> },
    { header: t('codes_manage.expires'), render: (row) => <DateTime value={row.expires_at} /> },
    { header: t('codes_manage.status'), render: (row) => <Enabled on={row.enabled} /> },
    { header: t('table.actions'), align: 'right', render: (row) => <Actions row={row} onEdit={() => setEdited(row)} /> },
  ]
  return (
    <>
      <FilterBar active={template !== undefined} onClear={() => change({ template: undefined })}>
        <TemplateFilter value={template} onChange={(next) => change({ template: next })} />
      </FilterBar>
      <DataTable
        label={t('codes_manage.batches')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={search.page}
        onPage={(next) => change({ page: next })}
        empty={<EmptyState title={t(template ? 'state.empty_filtered' : 'codes_manage.batches_empty')} />}
      />
      {edited && <BatchDrawer batch={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Name({ row }: { row: RedeemBatch }) {
  const t = useT()
  return (
    <div className="stacked">
      <span>{row.name}</span>
      <small>
        {t(`redeem_kind.${row.kind}`)} · {row.template_name} · <DateTime value={row.created_at} />
      </small>
    </div>
  )
}

function Actions({ row, onEdit }: { row: RedeemBatch; onEdit: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const download = useSave({
    send: (scope: 'unused' | 'all') => call(adminExportRedeemBatch, { params: { id: row.id }, query: { scope } }),
    after: ({ filename, csv }) => saveFile(filename, csv),
  })
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => void navigate({ to: '.', search: { tab: 'codes', batch: String(row.id) } as never })}
      >
        {t('codes_manage.codes')}
      </Button>
      <Allowed to="export">
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" leftSection={<IconDownload size={15} />} loading={download.isPending}>
              {t('codes_manage.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => download.mutate('unused')}>{t('codes_manage.export_unused')}</Menu.Item>
            <Menu.Item onClick={() => download.mutate('all')}>{t('codes_manage.export_all')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Allowed>
      <Allowed to="codes.write">
        <Button size="compact-sm" variant="subtle" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      </Allowed>
    </Group>
  )
}
