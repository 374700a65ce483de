import { useElementSize } from '@mantine/hooks'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import type { AdminTicket } from '@portico/contract/tickets-admin'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import type { usePageSearch } from '../../ui/page-search.ts'
import { NothingFits } from '../../ui/table/nothing-fits.tsx'
import { PageFooter } from '../../ui/table/page-footer.tsx'
import { usePicking } from '../../ui/table/use-picking.ts'
import { InboxFilters } from './inbox-filters.tsx'
import { type InboxSearch, ticketsOf, type View, viewOf } from './inbox-search.ts'
import styles from './inbox.module.css'
import { TicketList } from './ticket-list.tsx'
import { TicketsBulk } from './tickets-bulk.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useLiveTickets } from './use-live-tickets.ts'

const TicketPane = lazyPart(async () => (await import('./pane/ticket-pane.tsx')).TicketPane)

type Change = ReturnType<typeof usePageSearch<z.output<typeof InboxSearch>>>[1]

/** The tickets on the left, the opened one on the right; on a narrow screen one of them. */
export function Inbox({ search, change }: { search: InboxSearch; change: Change }) {
  const t = useT()
  const may = useMay()
  useLiveTickets()
  const query = useQuery(ticketsOf(search))
  const counts = useQuery(get(adminTicketCounts, {}, { background: true }))
  const { picking, picked } = usePicking({ query, rowKey: (row: AdminTicket) => row.id }, (row) => `#${row.id}`)
  const list = useRef<HTMLUListElement>(null)
  const { ref: frame, width } = useElementSize()
  const first = useFirst(viewOf(search), query.data?.items, width >= BESIDE)
  const opened = search.ticket ?? first
  const open = (ticket: number | undefined): void => change({ ticket, page: search.page })
  useInboxKeys({ list, opened, onOpen: open })
  const { items } = query.data ?? {}
  const isFiltered = Boolean(search.holder ?? search.kind ?? search.level ?? search.plan ?? search.q)
  const clear = (): void => change({ holder: undefined, kind: undefined, level: undefined, plan: undefined, q: undefined })
  return (
    <div ref={frame} className={styles['frame']}>
      <div className={styles['split']} data-opened={search.ticket !== undefined || undefined}>
        <section className={styles['list']} aria-label={t('ticket_inbox.tab_inbox')}>
          <InboxFilters search={search} counts={counts.data} isFiltered={isFiltered} change={change} onClear={clear} />
          {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
          {items?.length === 0 &&
            (isFiltered ? (
              <NothingFits onClear={clear} />
            ) : (
              <EmptyState
                title={t(`ticket_inbox.empty_${viewOf(search)}`)}
                text={t(`ticket_inbox.empty_text_${viewOf(search)}`)}
                drawing={DRAWINGS[viewOf(search)]}
              />
            ))}
          <TicketList
            ref={list}
            items={items}
            targets={counts.data?.targets}
            opened={opened}
            isStale={query.isPlaceholderData}
            picking={may('tickets.write') ? picking : undefined}
            onOpen={(row: AdminTicket) => open(row.id)}
          />
          {query.data && query.data.total > 0 && (
            <PageFooter
              total={query.data.total}
              totalIs={query.data.total_is}
              rows={query.data.items.length}
              pageSize={query.data.page_size}
              page={search.page}
              onPage={(page) => change({ page })}
            />
          )}
        </section>
        <section className={styles['pane']} aria-label={t('ticket_inbox.conversation')}>
          {opened === undefined ? (
            <p className={styles['choose']}>
              {t('ticket_inbox.choose')}
              <span>
                <kbd>j</kbd> {t('ticket_inbox.key_next')} <kbd>o</kbd> {t('ticket_inbox.key_open')} <kbd>?</kbd> {t('keys.help')}
              </span>
            </p>
          ) : (
            <Suspense key={opened} fallback={<PageLoading />}>
              <TicketPane id={opened} onBack={() => open(undefined)} />
            </Suspense>
          )}
        </section>
      </div>
      {may('tickets.write') && <TicketsBulk picked={picked} />}
    </div>
  )
}

/** Width in pixels from which the ticket stands beside the list, as in the style sheet. */
const BESIDE = 900

/** Ticket open before any choice: the view's first. It stays when the list moves. */
function useFirst(view: View, items: AdminTicket[] | undefined, isBeside: boolean): number | undefined {
  const [kept, keep] = useState<{ view: View; id: number }>()
  const [first] = items ?? []
  if (first && isBeside && kept?.view !== view) keep({ view, id: first.id })
  return isBeside && kept?.view === view ? kept.id : undefined
}

const DRAWINGS = { waiting_staff: 'done', waiting_member: 'receipt', closed: 'receipt' } as const
