import { adminAuditNames, adminListAudit } from '@portico/contract/audit-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import type { ListAt } from '../ui/list/use-list.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { actionText, entityText } from './act-text.ts'

export function AuditFilters({ list: { bar, filter, choice, days, change, state } }: { list: ListAt<typeof adminListAudit> }) {
  const t = useT()
  const { data } = useQuery(get(adminAuditNames, {}))
  return (
    <FilterBar {...bar} hidden={false}>
      <SearchField label={t('log.search_actor')} {...filter('actor')} />
      <FilterChip label={t('log.kind')} {...choice('kind', (value) => t(`log.kind_${value}`))} />
      <FilterChip label={t('log.action')} choices={named(data?.actions, state.action, actionText)} {...filter('action')} />
      <FilterChip
        label={t('log.entity')}
        choices={named(data?.entities, state.entity, entityText)}
        {...filter('entity')}
        onChange={(entity) => change({ entity, entity_id: undefined })}
      />
      {state.entity !== undefined && <SearchField label={t('log.search_id')} {...filter('entity_id')} />}
      <DayFilter {...days} />
      <SearchField label={t('log.search_reason')} {...filter('q')} />
    </FilterBar>
  )
}

/** The choices for a filter, including a value that only the URL names. */
function named(names: string[] = [], chosen: string | undefined, text: (name: string) => string) {
  const all = chosen !== undefined && !names.includes(chosen) ? [...names, chosen] : names
  return all.map((value) => ({ value, label: text(value) })).toSorted((a, b) => a.label.localeCompare(b.label))
}
