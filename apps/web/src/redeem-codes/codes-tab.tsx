import { Menu } from '@mantine/core'
import { adminListRedeemCodes, type AdminRedeemCode, adminSetRedeemCode, type RedeemCodeStatus } from '@portico/contract/redeem-codes-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { usePicking } from '../ui/table/use-picking.ts'
import { useSave } from '../ui/use-save.ts'
import { BatchFilter, TemplateFilter } from './code-filters.tsx'
import { CodesBulk } from './codes-bulk.tsx'
import { NoCodes } from './no-codes.tsx'

const codes = listOf(adminListRedeemCodes)
const TONES: Record<RedeemCodeStatus, Tone> = { unused: 'good', partly_used: 'busy', used: 'quiet', expired: 'warn', disabled: 'bad' }

/** Every code with its current status. */
export function CodesTab() {
  const t = useT()
  const may = useMay()
  const list = useList(codes)
  const { picking, picked } = usePicking(list.table, (row) => row.code)
  return (
    <>
      <FilterBar {...list.bar}>
        <SearchField label={t('codes_manage.search_code')} {...list.filter('q')} />
        <TemplateFilter {...list.filter('template_id')} onChange={(next) => list.change({ template_id: next, batch_id: undefined })} />
        <BatchFilter template={list.state.template_id} {...list.filter('batch_id')} />
        <FilterChip label={t('codes_manage.status')} {...list.choice('status', (value) => t(`code_status.${value}`))} />
      </FilterBar>
      <DataTable
        label={t('codes_manage.codes')}
        {...list.table}
        picking={may('codes.write') ? picking : undefined}
        columns={[
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
            render: ({ status }) => <StatusBadge tone={TONES[status]} label={t(`code_status.${status}`)} />,
            at: 'state',
          },
          { header: t('table.actions'), actions: true, render: (row) => <Actions row={row} /> },
        ]}
        empty={<NoCodes title={t('codes_manage.codes_empty')} />}
      />
      <CodesBulk picked={picked} />
    </>
  )
}

function Actions({ row }: { row: AdminRedeemCode }) {
  const t = useT()
  const set = useSave({
    ask: (enabled: boolean) =>
      enabled
        ? null
        : {
            title: t('codes_manage.disable_title', { code: row.code }),
            text: t('codes_manage.disable_text'),
            confirm: t('codes_manage.disable'),
            danger: true,
          },
    send: (enabled) => call(adminSetRedeemCode, { params: { id: row.id }, body: { enabled } }),
    changes: [adminListRedeemCodes],
  })
  if (row.status === 'used') return null
  return (
    <Allowed to="codes.write">
      <RowMenu name={row.code} busy={set.isPending}>
        {row.enabled ? (
          <Menu.Item color="var(--bad-text)" onClick={() => set.mutate(false)}>
            {t('codes_manage.disable')}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => set.mutate(true)}>{t('codes_manage.enable')}</Menu.Item>
        )}
      </RowMenu>
    </Allowed>
  )
}
