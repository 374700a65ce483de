import { Button, SegmentedControl } from '@mantine/core'
import { adminMemberTimeline, type TimelineEntry, TimelineKind } from '@portico/contract/member-timeline-admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fadeEdges } from '../../ui/sections/fade-edges.ts'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { byDay, useDayName } from '../../ui/format/days.ts'
import { choice, usePageSearch } from '../../ui/page-search.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import styles from './member.module.css'
import { groupEntries, ticketOf } from './timeline-groups.ts'
import { TimelineWords } from './timeline-words.tsx'

const Search = z.object({ kind: choice(TimelineKind.options) })

/** What happened with a member, newest first, under the days it happened on. */
export function MemberTimeline({ id }: { id: number }) {
  const t = useT()
  const may = useMay()
  const [{ kind }, change] = usePageSearch(Search)
  const query = useInfiniteQuery({
    queryKey: [adminMemberTimeline.path, { id, kind }],
    queryFn: ({ pageParam, signal }) =>
      call(adminMemberTimeline, { params: { id }, query: { kind, before: pageParam } }, { signal, background: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const kinds = TimelineKind.options.filter((one) => (one !== 'money' || may('orders.read')) && (one !== 'tickets' || may('tickets.read')))
  const entries = query.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="timeline" aria-busy={query.isPending}>
      <header className={styles['head']}>
        <h2 id="timeline">{t('member_page.timeline')}</h2>
        <div className={styles['kinds']} ref={fadeEdges}>
          <SegmentedControl
            size="xs"
            aria-label={t('member_page.kind')}
            value={kind ?? 'all'}
            data={['all' as const, ...kinds].map((value) => ({ value, label: t(`member_page.kind_${value}`) }))}
            onChange={(value) => change({ kind: value === 'all' ? undefined : value })}
          />
        </div>
      </header>
      {query.error && !entries && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {entries?.length === 0 && <EmptyState title={t('member_page.nothing')} />}
      {entries && <Days entries={entries} />}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('member_page.earlier')}
        </Button>
      )}
    </section>
  )
}

function Days({ entries }: { entries: TimelineEntry[] }) {
  const zone = useZone()
  const nameOf = useDayName()
  const days = byDay(groupEntries(entries), ({ entry }) => entry.at, zone)
  return [...days].map(([day, those]) => (
    <section key={day} className={styles['day']} aria-label={nameOf(day)}>
      <h3>{nameOf(day)}</h3>
      <ol>
        {those.map(({ entry: { cursor, at, content }, older }) => (
          <TimelineWords
            key={cursor}
            content={content}
            time={formatDateTime(at, zone).slice(11)}
            at={at}
            older={older.length > 0 && <Older entries={older} />}
          />
        ))}
      </ol>
    </section>
  ))
}

/** The folded entries of a group, by time, or the messages of a ticket. */
function Older({ entries }: { entries: TimelineEntry[] }) {
  const t = useT()
  const money = useMoney()
  const isTicket = entries.every(({ content }) => ticketOf(content) !== null)
  return (
    <details>
      <summary>{t(isTicket ? 'member_page.told_of_it' : 'member_page.older', { n: entries.length })}</summary>
      <ul>
        {entries.map(({ cursor, at, content }) => (
          <li key={cursor}>
            <DateTime value={at} />
            {content.type === 'told' && content.event.type === 'commission_confirmed' && (
              <> · {money(content.event.data.amount, content.event.data.currency)}</>
            )}
            {isTicket && content.type === 'told' && <> · {t(`member_page.told_${content.event.type}`)}</>}
          </li>
        ))}
      </ul>
    </details>
  )
}
