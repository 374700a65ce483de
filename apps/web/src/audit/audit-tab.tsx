import { ActorKind } from '@portico/contract/actors'
import { adminExportAudit, adminListAudit, type AuditEntry } from '@portico/contract/audit-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { fieldText } from './field-text.ts'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { useT } from '../i18n.ts'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { CursorFooter } from '../ui/table/cursor-footer.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { choice, day, rowId, text, usePageSearch } from '../ui/page-search.ts'
import { Stacked } from '../ui/stacked.tsx'
import { ActDrawer } from './act-drawer.tsx'
import { actionText } from './act-text.ts'
import { Actor } from './actor.tsx'
import { AuditFilters, NO_AUDIT_FILTER } from './audit-filters.tsx'
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
  const zone = useZone()
  const [{ before, act, ...filter }, change] = usePageSearch(Search)
  const [following, setFollowing] = useState(false)
  const query = useQuery({
    ...get(adminListAudit, { query: { before, ...filter } }, { background: following }),
    placeholderData: keepPreviousData,
  })
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const open = (id: number | undefined): void => change({ act: id, before })
  const steps = stepsOf(
    query.data?.items,
    (row) => row.id === act,
    (row) => open(row.id),
  )
  const columns: Column<AuditEntry>[] = [
    { header: t('log.at'), render: (row) => <DateTime value={row.at} part="time" />, at: 'much' },
    { header: t('log.actor'), render: (row) => <Actor entry={row} plain />, at: 'state' },
    { header: t('log.action'), render: (row) => <Act row={row} />, opens: true, at: 'who' },
    { header: t('log.entity'), render: (row) => <EntityLink entry={row} plain />, at: 'what' },
  ]
  return (
    <>
      <HeaderActions>
        <FollowSwitch on={following} onChange={setFollowing} deep={before !== undefined} onNews={() => void query.refetch()} />
        {may('export') && <CsvButton name="audit" load={(options) => call(adminExportAudit, { query: filter }, options)} />}
      </HeaderActions>
      <AuditFilters filter={filter} active={filtered || before !== undefined} onChange={(next) => change(next)} />
      <DataTable
        label={t('log.tab_audit')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={(row) => open(row.id)}
        opened={act}
        empty={
          filtered || before !== undefined ? (
            <NothingFits onClear={() => change(NO_AUDIT_FILTER)} />
          ) : (
            <EmptyState title={t('state.empty')} />
          )
        }
        heading={(row) => formatDateTime(row.at, zone, 'day')}
        footer={<CursorFooter before={before} next={query.data?.next} onGo={(next) => change({ before: next })} />}
      />
      {act !== undefined && <ActDrawer key={act} id={act} steps={steps} onClose={() => open(undefined)} />}
    </>
  )
}

/** Actions whose name says only that something changed. */
const CHANGES = /\.(update|change|save|set)$/

/** What was done and why; for a change without reason, up to two field names: the drawer shows all. */
function Act({ row: { action, entity, fields, reason } }: { row: AuditEntry }) {
  const t = useT()
  const names = CHANGES.test(action) ? fields.slice(0, 2).map((field) => fieldText(entity, field)) : []
  const more = fields.length > names.length ? ' …' : ''
  const note = reason ?? (names.length > 0 ? `${names.join(t('log.comma'))}${more}` : null)
  return <Stacked note={note}>{actionText(action)}</Stacked>
}
