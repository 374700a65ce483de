import { adminListRefusedNotifications, type RefusedNotification } from '@portico/contract/refused-notifications-admin'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { Folded } from '../ui/format/folded.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'

const refused = listOf(adminListRefusedNotifications)

/** Payment notifications that were refused, and why. */
export function RefusedTab() {
  const t = useT()
  const list = useList(refused)
  return (
    <>
      <FilterBar {...list.bar}>
        <SearchField label={t('refused.search')} {...list.filter('number')} />
        <FilterChip
          label={t('refused.reason')}
          {...list.choice('reason', (value) => t(value === 'more' ? 'refused.counted' : `refused.${value}`))}
        />
        <DayFilter {...list.days} />
      </FilterBar>
      <DataTable
        label={t('log.tab_notifications')}
        {...list.table}
        columns={[
          { header: t('log.at'), render: (row) => <DateTime value={row.at} part="second" />, at: 'what' },
          { header: t('refused.reason'), render: (row) => <Reason row={row} />, at: 'who' },
          { header: t('refused.method'), render: (row) => <Method row={row} onOnly={(id) => list.change({ method_id: id })} /> },
          { header: t('refused.number'), render: (row) => <span className="mono">{row.number ?? '–'}</span> },
          { header: t('log.ip'), render: (row) => row.ip ?? '–', lesser: true },
          { header: t('refused.body'), render: (row) => (row.body === null ? '–' : <Folded text={row.body} />), wrap: true },
        ]}
        empty={{ title: t('refused.empty'), text: t('refused.empty_text'), drawing: 'done' }}
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
