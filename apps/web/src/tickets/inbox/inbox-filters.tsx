import { ActionIcon, Button } from '@mantine/core'
import type * as z from 'zod/mini'
import { adminListPlans } from '@portico/contract/plans-admin'
import type { TicketCounts } from '@portico/contract/ticket-inbox-admin'
import { TicketKind, TicketLevel } from '@portico/contract/tickets'
import { IconFilter, IconKeyboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keysOpen } from '../../app/keys/keys-host.tsx'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { FilterBar, SearchField } from '../../ui/table/filter-bar.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import type { usePageSearch } from '../../ui/page-search.ts'
import { HOLDERS, type InboxSearch, SORTS, sortOf, VIEWS, viewOf } from './inbox-search.ts'
import styles from './inbox.module.css'

interface FiltersProps {
  search: InboxSearch
  counts: TicketCounts | undefined
  isFiltered: boolean
  change: ReturnType<typeof usePageSearch<z.output<typeof InboxSearch>>>[1]
  onClear: () => void
}

/** Filters of the inbox: whose turn, then others, each choice with its number. */
export function InboxFilters({ search, counts, isFiltered, change, onClear }: FiltersProps) {
  const t = useT()
  const may = useMay()
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: may('plans.read') })
  const view = viewOf(search)
  const withCount = (label: string, n: number | undefined): string => (n === undefined ? label : t('ticket_inbox.counted', { label, n }))
  const [opens, setOpens] = useState(false)
  const shows = opens || isFiltered || search.sort !== undefined
  const held = { me: counts?.mine, none: counts?.unassigned, others: counts?.others }
  return (
    <>
      <div className={styles['top']}>
        <div className={styles['views']} role="group" aria-label={t('ticket_inbox.view')}>
          {VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === view}
              onClick={() => change({ view: one === 'waiting_staff' ? undefined : one, sort: undefined })}
            >
              {t(`ticket_inbox.view_${one}`)}
              {counts && <b data-late={(one === 'waiting_staff' && counts.late > 0) || undefined}>{counts[one]}</b>}
            </button>
          ))}
        </div>
        <ActionIcon
          className={styles['keys'] ?? ''}
          visibleFrom="sm"
          variant="subtle"
          color="gray"
          aria-label={t('keys.title')}
          onClick={() => keysOpen.set(true)}
        >
          <IconKeyboard size={18} stroke={1.7} />
        </ActionIcon>
      </div>
      <FilterBar
        active={isFiltered}
        onClear={onClear}
        end={
          <Button
            size="compact-md"
            h={32}
            variant="default"
            leftSection={<IconFilter size={16} />}
            aria-expanded={shows}
            onClick={() => setOpens(!opens)}
          >
            {t('ticket_inbox.filter')}
          </Button>
        }
      >
        <SearchField label={t('ticket_inbox.search')} value={search.q ?? ''} onChange={(q) => change({ q })} />
        {shows && (
          <>
            <FilterChip
              label={t('ticket_inbox.holder')}
              choices={HOLDERS.map((value) => ({ value, label: withCount(t(`ticket_inbox.holder_${value}`), held[value]) }))}
              value={search.holder}
              onChange={(holder) => change({ holder })}
            />
            <FilterChip
              label={t('ticket.kind')}
              choices={TicketKind.options.map((value) => ({ value, label: withCount(t(`ticket_kind.${value}`), counts?.kinds[value]) }))}
              value={search.kind}
              onChange={(kind) => change({ kind })}
            />
            <FilterChip
              label={t('ticket.level')}
              choices={TicketLevel.options
                .toReversed()
                .map((value) => ({ value, label: withCount(t(`ticket_level.${value}`), counts?.levels[value]) }))}
              value={search.level}
              onChange={(level) => change({ level })}
            />
            {plans.data && plans.data.items.length > 0 && (
              <FilterChip
                label={t('ticket_inbox.plan')}
                choices={plans.data.items.map(({ id, shown_name: label }) => ({ value: String(id), label }))}
                value={search.plan === undefined ? undefined : String(search.plan)}
                onChange={(plan) => change({ plan })}
              />
            )}
            <FilterChip
              label={t('ticket_inbox.sort')}
              choices={SORTS.map((value) => ({ value, label: t(`ticket_inbox.sort_${SORT_NAMES[value]}`) }))}
              value={search.sort === undefined ? undefined : sortOf(search)}
              onChange={(sort) => change({ sort })}
            />
          </>
        )}
      </FilterBar>
    </>
  )
}

const SORT_NAMES = { answer_due: 'due', waits_since: 'waiting', '-last_message_at': 'latest', '-created_at': 'newest' } as const
