import { ActorKind } from '@portico/contract/actors'
import { adminExportAudit, adminListAudit, type AuditEntry } from '@portico/contract/audit-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { CsvPartsButton } from '../ui/table/csv-parts-button.tsx'
import { CursorFooter } from '../ui/table/cursor-footer.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { choice, day, rowId, text, usePageSearch } from '../ui/page-search.ts'
import { Stacked } from '../ui/stacked.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { ActDrawer } from './act-drawer.tsx'
import { actionText } from './act-text.ts'
import { Actor } from './actor.tsx'
import { AuditFilters } from './audit-filters.tsx'
import styles from './audit.module.css'
import { EntityLink } from './entity-link.tsx'
import { FollowSwitch } from './follow-switch.tsx'

const Search = z.object({
  before: rowId,
  actor: text,
  kind: choice(ActorKind.options),
  action: text,
  entity: text,
  entity_id: text,
  from: day,
  to: day,
  q: text,
  act: rowId,
})

/** The audit log: who changed what. */
export function AuditTab() {
  const t = useT()
  const may = useMay()
  const [{ before, act, ...filter }, change] = usePageSearch(Search)
  const [following, setFollowing] = useState(false)
  const query = useQuery({
    ...get(adminListAudit, { query: { before, ...filter } }, { background: following }),
    placeholderData: keepPreviousData,
  })
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const open = (id: number | undefined): void => change({ act: id, before })
  const columns: Column<AuditEntry>[] = [
    { header: t('log.at'), render: (row) => <DateTime value={row.at} part="second" /> },
    { header: t('log.actor'), render: (row) => <Actor entry={row} /> },
    { header: t('log.action'), render: (row) => <Act row={row} onOpen={() => open(row.id)} /> },
    { header: t('log.entity'), render: (row) => <EntityLink entity={row.entity} id={row.entity_id} /> },
    { header: t('log.reason'), render: (row) => row.reason ?? '–' },
    { header: t('log.ip'), render: (row) => row.ip ?? '–' },
  ]
  return (
    <>
      <div className={styles['bar']}>
        <FollowSwitch on={following} onChange={setFollowing} deep={before !== undefined} onNews={() => void query.refetch()} />
        {may('export') && <CsvPartsButton name="audit" load={(from) => call(adminExportAudit, { query: { ...filter, before: from } })} />}
      </div>
      <AuditFilters filter={filter} active={filtered || before !== undefined} onChange={(next) => change(next)} />
      <DataTable
        label={t('log.tab_audit')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        empty={<EmptyState title={t(filtered || before !== undefined ? 'state.empty_filtered' : 'state.empty')} />}
        footer={<CursorFooter before={before} next={query.data?.next} onGo={(next) => change({ before: next })} />}
      />
      {act !== undefined && <ActDrawer key={act} id={act} onClose={() => open(undefined)} />}
    </>
  )
}

function Act({ row, onOpen }: { row: AuditEntry; onOpen: () => void }) {
  return (
    <Stacked note={row.fields.length > 0 ? row.fields.join(', ') : null}>
      <TextButton onClick={onOpen}>{actionText(row.action)}</TextButton>
    </Stacked>
  )
}
