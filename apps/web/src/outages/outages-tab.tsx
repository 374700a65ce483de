import { adminNodeNames } from '@portico/contract/nodes-admin'
import { adminListOutages, type Outage } from '@portico/contract/outages-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { useCompensationText, useDuration } from './outage-text.ts'

const CompensateDrawer = lazyDrawer(async () => (await import('./compensate-drawer.tsx')).CompensateDrawer)

const outages = listOf(adminListOutages, { refetchInterval: 30_000 })

/** What failed and when, and what members received for it. */
export function OutagesTab() {
  const t = useT()
  const { data: nodes } = useQuery(get(adminNodeNames, {}))
  const duration = useDuration()
  const list = useList(outages)
  const [chosen, setChosen] = useState<Outage | null>(null)
  return (
    <>
      <FilterBar {...list.bar}>
        <FilterChip
          label={t('outage.node')}
          choices={(nodes?.items ?? [])
            .filter((each) => each.parent_id === null)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          {...list.filter('node')}
        />
      </FilterBar>
      <DataTable
        label={t('node_manage.tab_outages')}
        {...list.table}
        columns={[
          { header: t('outage.node'), render: (row) => <strong>{row.node.name}</strong>, at: 'who' },
          { header: t('outage.when'), render: (row) => <Span row={row} />, at: 'what' },
          {
            header: t('outage.lasted'),
            render: (row) => (
              <>
                {row.ended_at === null && <StatusBadge tone="bad" label={t('outage.running')} />} {duration(row.began_at, row.ended_at)}
              </>
            ),
            align: 'right',
            at: 'what',
          },
          { header: t('outage.compensation'), render: (row) => <Given row={row} onCompensate={() => setChosen(row)} />, at: 'lines' },
        ]}
        empty={{ title: t('outage.empty'), text: t('outage.empty_text'), drawing: 'done' }}
      />
      {chosen && <CompensateDrawer outage={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** From when to when; an end on the same day is a time alone. */
function Span({ row: { began_at: from, ended_at: to } }: { row: Outage }) {
  const zone = useZone()
  const [began, ended] = [formatDateTime(from, zone), to === null ? '' : formatDateTime(to, zone)]
  return <time dateTime={from}>{`${began}–${ended.startsWith(began.slice(0, 10)) ? ended.slice(11) : ended}`}</time>
}

function Given({ row, onCompensate }: { row: Outage; onCompensate: () => void }) {
  const t = useT()
  const what = useCompensationText()
  if (row.compensation) return t('outage.given', { what: what(row.compensation), n: row.compensated })
  return (
    <Allowed to="outages.compensate">
      <TextButton onClick={onCompensate}>{t('outage.compensate')}</TextButton>
    </Allowed>
  )
}
