import { adminListRefusedNotifications, RefusalReason, type RefusedNotification } from '@portico/contract/refused-notifications-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { CursorFooter } from '../ui/table/cursor-footer.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { Folded } from '../ui/format/folded.tsx'
import { choice, day, rowId, text, usePageSearch } from '../ui/page-search.ts'
import { Stacked } from '../ui/stacked.tsx'
import { methodName } from '../payments/method-name.ts'
import { TextButton } from '../ui/plain/text-button.tsx'

const Search = z.object({ before: rowId, number: text, method: rowId, reason: choice(RefusalReason.options), from: day, to: day })
const NONE = { number: undefined, method: undefined, reason: undefined, from: undefined, to: undefined }

/** Payment notifications that were refused, and why. */
export function RefusedTab() {
  const t = useT()
  const [{ before, method, ...filter }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListRefusedNotifications, { query: { before, method_id: method, ...filter } }))
  const filtered = method !== undefined || Object.values(filter).some((value) => value !== undefined)
  const columns: Column<RefusedNotification>[] = [
    { header: t('log.at'), render: (row) => <DateTime value={row.at} part="second" />, at: 'what' },
    { header: t('refused.reason'), render: (row) => <Reason row={row} />, at: 'who' },
    { header: t('refused.method'), render: (row) => <Method row={row} onOnly={(id) => change({ method: id })} /> },
    { header: t('refused.number'), render: (row) => <span className="mono">{row.number ?? '–'}</span> },
    { header: t('log.ip'), render: (row) => row.ip ?? '–', lesser: true },
    { header: t('refused.body'), render: (row) => (row.body === null ? '–' : <Folded text={row.body} />), wrap: true },
  ]
  const narrowed = filtered || before !== undefined
  return (
    <>
      <FilterBar hidden={!narrowed && query.data?.items.length === 0} active={narrowed} onClear={() => change(NONE)}>
        <SearchField label={t('refused.search')} value={filter.number ?? ''} onChange={(number) => change({ number })} />
        <FilterChip
          label={t('refused.reason')}
          choices={RefusalReason.options.map((value) => ({ value, label: t(value === 'more' ? 'refused.counted' : `refused.${value}`) }))}
          value={filter.reason}
          onChange={(value) => change({ reason: value })}
        />
        <DayFilter from={filter.from} to={filter.to} onChange={(days) => change(days)} />
      </FilterBar>
      <DataTable
        label={t('log.tab_notifications')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          narrowed ? (
            <NothingFits onClear={() => change(NONE)} />
          ) : (
            <EmptyState title={t('refused.empty')} text={t('refused.empty_text')} drawing="done" />
          )
        }
        footer={<CursorFooter before={before} next={query.data?.next} onGo={(next) => change({ before: next })} />}
      />
    </>
  )
}

function Reason({ row }: { row: RefusedNotification }) {
  const t = useT()
  return <Stacked note={row.detail}>{row.reason === 'more' ? t('refused.more', { n: row.times }) : t(`refused.${row.reason}`)}</Stacked>
}

/** The payment method. A click shows only its notifications. */
function Method({ row, onOnly }: { row: RefusedNotification; onOnly: (id: number) => void }) {
  const { method_id: id, method_name: name, driver } = row
  if (id === null) return driver ?? '–'
  return (
    <Stacked note={driver}>
      <TextButton onClick={() => onOnly(id)}>{name === null ? `#${id}` : methodName(name)}</TextButton>
    </Stacked>
  )
}
