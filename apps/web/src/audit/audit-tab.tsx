import { adminExportAudit, adminListAudit, type AuditEntry } from '@portico/contract/audit-admin'
import { Suspense, useState } from 'react'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { useOpened } from '../ui/list/use-opened.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { actionText } from './act-text.ts'
import { Actor } from './actor.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { EntityLink } from './entity-link.tsx'
import { ownFieldText } from './own-field-text.ts'
import { FollowSwitch } from './follow-switch.tsx'

// The settings and all their words are loaded for rows about them.
const SettingNames = lazyPart(async () => (await import('./setting-names.tsx')).SettingNames)
const ActDrawer = lazyDrawer(async () => (await import('./act-drawer.tsx')).ActDrawer)

const audit = listOf(adminListAudit)
// Nothing is said about a look for news that failed.
const followed = listOf(adminListAudit, { background: true })

/** The audit log: who changed what. */
export function AuditTab() {
  const t = useT()
  const zone = useZone()
  const [following, setFollowing] = useState(false)
  const list = useList(following ? followed : audit)
  const opened = useOpened('act', list, (row) => row.id)
  const { query } = list
  return (
    <>
      <HeaderActions>
        <FollowSwitch on={following} onChange={setFollowing} deep={list.state.before !== undefined} onNews={() => void query.refetch()} />
        <ListCsv list={list} from={adminExportAudit} name="audit" needs="export" />
      </HeaderActions>
      <AuditFilters list={list} />
      <DataTable
        label={t('log.tab_audit')}
        {...list.table}
        {...opened.table}
        columns={[
          { header: t('log.at'), render: (row) => <DateTime value={row.at} part="time" />, at: 'much' },
          { header: t('log.actor'), render: (row) => <Actor entry={row} plain />, at: 'state' },
          { header: t('log.action'), render: (row) => <Act row={row} />, opens: true, at: 'who' },
          { header: t('log.entity'), render: (row) => <EntityLink entry={row} plain />, at: 'what' },
        ]}
        heading={(row) => formatDateTime(row.at, zone, 'day')}
      />
      {/^\d{1,15}$/.test(opened.key ?? '') && <ActDrawer key={opened.key} id={Number(opened.key)} {...opened.drawer} />}
    </>
  )
}

/** Actions whose name says only that something changed. */
const CHANGES = /\.(update|change|save|set)$/

/** What was done and why; for a change without reason, up to two field names: the drawer shows all. */
function Act({ row: { action, entity, fields, reason } }: { row: AuditEntry }) {
  const t = useT()
  const named = CHANGES.test(action) ? fields.slice(0, 2) : []
  const names =
    entity === 'settings' ? (
      <Suspense>
        <SettingNames keys={named} />
      </Suspense>
    ) : (
      named.map((field) => ownFieldText(entity, field)).join(t('log.comma'))
    )
  const changed = named.length > 0 && (
    <>
      {names}
      {fields.length > named.length && ' …'}
    </>
  )
  const note = reason ?? (changed || null)
  return <Stacked note={note}>{actionText(action)}</Stacked>
}
