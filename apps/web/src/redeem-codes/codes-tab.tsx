import { Menu } from '@mantine/core'
import { type AdminRedeemCode, adminListRedeemCodes, adminSetRedeemCode, RedeemCodeStatus } from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Stacked } from '../ui/stacked.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { usePicking } from '../ui/table/use-picking.ts'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import { BatchFilter, idOf, TemplateFilter } from './code-filters.tsx'
import { NoCodes } from './no-codes.tsx'
import { CodesBulk } from './codes-bulk.tsx'
import { formatNumber } from '../ui/format/format-number.ts'

const Search = z.object({ page: pageNumber, q: text, template: text, batch: text, status: choice(RedeemCodeStatus.options) })
const TONES: Record<RedeemCodeStatus, Tone> = { unused: 'good', partly_used: 'busy', used: 'quiet', expired: 'warn', disabled: 'bad' }

/** Every code with its current status. */
export function CodesTab() {
  const t = useT()
  const may = useMay()
  const [search, change] = usePageSearch(Search)
  const { page, q, status } = search
  const [template, batch] = [idOf(search.template), idOf(search.batch)]
  const query = useQuery(list(adminListRedeemCodes, { query: { page, q, status, template_id: template, batch_id: batch } }))
  const filtered = Boolean(q ?? status ?? template ?? batch)
  const reset = (): void => change({ q: undefined, status: undefined, template: undefined, batch: undefined })
  const { picking, picked } = usePicking(
    query.data?.items,
    (row) => row.id,
    (row) => row.code,
  )
  const columns: Column<AdminRedeemCode>[] = [
    { header: t('codes_manage.code'), render: (row) => <span className="mono">{row.code}</span>, at: 'who' },
    {
      header: t('codes_manage.batch'),
      render: (row) => <Stacked note={t(`redeem_kind.${row.kind}`)}>{row.batch_name}</Stacked>,
      at: 'what',
    },
    {
      header: t('codes_manage.used'),
      render: (row) => `${formatNumber(row.used_count)} / ${formatNumber(row.max_uses)}`,
      align: 'right',
      at: 'much',
    },
    { header: t('codes_manage.expires'), render: (row) => <DateTime value={row.expires_at} /> },
    {
      header: t('codes_manage.status'),
      render: (row) => <StatusBadge tone={TONES[row.status]} label={t(`code_status.${row.status}`)} />,
      at: 'state',
    },
    { header: t('table.actions'), actions: true, render: (row) => <Actions row={row} /> },
  ]
  return (
    <>
      <FilterBar hidden={isEmptyList(query, filtered)} active={filtered} onClear={reset}>
        <SearchField label={t('codes_manage.search_code')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <TemplateFilter value={template} onChange={(next) => change({ template: next, batch: undefined })} />
        <BatchFilter template={template} value={batch} onChange={(next) => change({ batch: next })} />
        <FilterChip
          label={t('codes_manage.status')}
          choices={RedeemCodeStatus.options.map((value) => ({ value, label: t(`code_status.${value}`) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
      </FilterBar>
      <DataTable
        label={t('codes_manage.codes')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        picking={may('codes.write') ? picking : undefined}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={filtered ? <NothingFits onClear={reset} /> : <NoCodes title={t('codes_manage.codes_empty')} />}
      />
      <CodesBulk picked={picked} />
    </>
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
      <RowMenu name={row.code} busy={set.isPending}>
        {row.enabled ? (
          <Menu.Item color="var(--bad-text)" onClick={() => void disable()}>
            {t('codes_manage.disable')}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => set.mutate(true)}>{t('codes_manage.enable')}</Menu.Item>
        )}
      </RowMenu>
    </Allowed>
  )
}
