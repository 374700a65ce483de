import { ActorKind } from '@portico/contract/actors'
import { adminAuditNames } from '@portico/contract/audit-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { actionText, entityText } from './act-text.ts'

export interface AuditFilter {
  actor?: string | undefined
  kind?: ActorKind | undefined
  action?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
}

export const NO_AUDIT_FILTER: AuditFilter = {
  actor: undefined,
  kind: undefined,
  action: undefined,
  entity: undefined,
  entity_id: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
}

interface AuditFiltersProps {
  filter: AuditFilter
  active: boolean
  onChange: (change: AuditFilter) => void
}

export function AuditFilters({ filter, active, onChange }: AuditFiltersProps) {
  const t = useT()
  const { data } = useQuery(get(adminAuditNames, {}))
  return (
    <FilterBar active={active} onClear={() => onChange(NO_AUDIT_FILTER)}>
      <SearchField label={t('log.search_actor')} value={filter.actor ?? ''} onChange={(actor) => onChange({ actor })} />
      <FilterChip
        label={t('log.kind')}
        choices={ActorKind.options.map((value) => ({ value, label: t(`log.kind_${value}`) }))}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterChip
        label={t('log.action')}
        choices={named(data?.actions, filter.action, actionText)}
        value={filter.action}
        onChange={(action) => onChange({ action })}
      />
      <FilterChip
        label={t('log.entity')}
        choices={named(data?.entities, filter.entity, entityText)}
        value={filter.entity}
        onChange={(entity) => onChange({ entity, entity_id: undefined })}
      />
      {filter.entity !== undefined && (
        <SearchField label={t('log.search_id')} value={filter.entity_id ?? ''} onChange={(id) => onChange({ entity_id: id })} />
      )}
      <DayFilter from={filter.from} to={filter.to} onChange={onChange} />
      <SearchField label={t('log.search_reason')} value={filter.q ?? ''} onChange={(q) => onChange({ q })} />
    </FilterBar>
  )
}

/** The choices for a filter, including a value that only the URL names. */
function named(names: string[] = [], chosen: string | undefined, text: (name: string) => string) {
  const all = chosen !== undefined && !names.includes(chosen) ? [...names, chosen] : names
  return all.map((value) => ({ value, label: text(value) })).toSorted((a, b) => a.label.localeCompare(b.label))
}
