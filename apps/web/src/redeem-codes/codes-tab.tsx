import { Button, Select } from '@mantine/core'
import { type AdminRedeemCode, adminListRedeemCodes, adminSetRedeemCode, RedeemCodeStatus } from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import { BatchFilter, idOf, TemplateFilter } from './code-filters.tsx'

const Search = z.object({ page: pageNumber, q: text, template: text, batch: text, status: choice(RedeemCodeStatus.options) })
const TONES: Record<RedeemCodeStatus, Tone> = { unused: 'good', partly_used: 'busy', used: 'quiet', expired: 'warn', disabled: 'bad' }

/** Every code with its current status. */
export function CodesTab() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { page, q, status } = search
  const [template, batch] = [idOf(search.template), idOf(search.batch)]
  const query = useQuery(list(adminListRedeemCodes, { query: { page, q, status, template_id: template, batch_id: batch } }))
  const filtered = Boolean(q ?? status ?? template ?? batch)
  const columns: Column<AdminRedeemCode>[] = [
    { header: t('codes_manage.code'), render: (row) => <span className="mono">{row.code}</span> },
    { header: t('codes_manage.batch'), render: (row) => <Batch row={row} /> },
    {
      header: t('codes_manage.uses'),
      render: (row) => `${row.used_count.toLocaleString()} / ${row.max_uses.toLocaleString()}`,
      align: 'right',
    },
    { header: t('codes_manage.expires'), render: (row) => <DateTime value={row.expires_at} /> },
    {
      header: t('codes_manage.status'),
      render: (row) => <StatusBadge tone={TONES[row.status]} label={t(`code_status.${row.status}`)} />,
    },
    { header: t('table.actions'), align: 'right', render: (row) => <Actions row={row} /> },
  ]
  return (
    <>
      <FilterBar active={filtered} onClear={() => change({ q: undefined, status: undefined, template: undefined, batch: undefined })}>
        <SearchField label={t('codes_manage.search_code')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <TemplateFilter value={template} onChange={(next) => change({ template: next, batch: undefined })} />
        <BatchFilter template={template} value={batch} onChange={(next) => change({ batch: next })} />
        <Select
          aria-label={t('codes_manage.status')}
          placeholder={t('codes_manage.any_status')}
          clearable
          data={RedeemCodeStatus.options.map((value) => ({ value, label: t(`code_status.${value}`) }))}
          value={status ?? null}
          onChange={(value) => change({ status: value ?? undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('codes_manage.codes')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={<EmptyState title={t(filtered ? 'state.empty_filtered' : 'codes_manage.codes_empty')} />}
      />
    </>
  )
}

function Batch({ row }: { row: AdminRedeemCode }) {
  const t = useT()
  return (
    <div className="stacked">
      <span>{row.batch_name}</span>
      <small>
        {t(`redeem_kind.${row.kind}`)} · {row.template_name}
      </small>
    </div>
  )
}

function Actions({ row }: { row: AdminRedeemCode }) {
  const t = useT()
  const set = useSave({
    send: (enabled: boolean) => call(adminSetRedeemCode, { params: { id: row.id }, body: { enabled } }),
    changes: [adminListRedeemCodes],
  })
  const disable = async (): Promise<void> => {
    const title = t('codes_manage.disable_title', { code: row.code })
    const question = { title, text: t('codes_manage.disable_text'), confirm: t('codes_manage.disable'), danger: true }
    if (await confirm(question)) set.mutate(false)
  }
  if (row.status === 'used') return null
  return (
    <Allowed to="codes.write">
      <Button
        size="compact-sm"
        variant="subtle"
        {...(row.enabled ? { color: 'var(--bad-text)' } : {})}
        loading={set.isPending}
        onClick={() => (row.enabled ? void disable() : set.mutate(true))}
      >
        {t(row.enabled ? 'codes_manage.disable' : 'codes_manage.enable')}
      </Button>
    </Allowed>
  )
}
