import { Button } from '@mantine/core'
import { closeTicket, fetchTickets, readTicket, readTicketFile, type Ticket, type TicketMessage } from '@portico/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiError, call } from '../api/call.ts'
import { download } from '../api/download.ts'
import { get, invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { useDate } from '../ui/format/use-date.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import { AfterClosing } from './after-closing.tsx'
import { Conversation } from './conversation.tsx'
import { ReplyBox } from './reply-box.tsx'
import { TicketState } from './ticket-state.tsx'
import styles from './tickets.module.css'
import { useLiveTickets } from './use-live-tickets.ts'

export const ticketOf = (id: string) => ({ ...get(fetchTickets, { query: { id } }), retryOnMount: false })
const readOwn = (id: number) => download(readTicketFile, { params: { id } })

/** One of the member's tickets: the conversation, and a box to write in. */
export function TicketView({ ticketId }: { ticketId: string }) {
  const { data, error, refetch } = useQuery(ticketOf(ticketId))
  const ticket = data?.items[0]
  useLiveTickets()
  if (ticket) return <Shown ticket={ticket} messages={data?.messages ?? []} />
  if (error instanceof ApiError && error.status === 404) return <UnknownTicket />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageLoading />
}

function Shown({ ticket, messages }: { ticket: Ticket; messages: TicketMessage[] }) {
  const t = useT()
  useSeen(ticket)
  const close = useSave({
    send: () => call(closeTicket, { body: { id: ticket.id } }),
    done: t('ticket.close_done'),
    changes: [fetchTickets],
  })
  return (
    <>
      <PageHeader title={ticket.subject}>
        {ticket.status === 'open' && (
          <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
            {t('ticket.close')}
          </Button>
        )}
      </PageHeader>
      <div className={styles['thread']}>
        <div className={styles['split']}>
          <About ticket={ticket} />
          <div className={styles['said']}>
            <Conversation messages={messages} read={readOwn} />
            {ticket.status === 'open' ? <ReplyBox ticket={ticket} /> : <AfterClosing ticket={ticket} />}
          </div>
        </div>
      </div>
    </>
  )
}

/** All facts about a ticket, beside the conversation; on a phone only the first ones, above it in one line. */
function About({ ticket }: { ticket: Ticket }) {
  const t = useT()
  const date = useDate()
  return (
    <aside className={styles['about']}>
      <h2>{t('ticket.about')}</h2>
      <dl>
        <Known name={t('ticket.state')}>
          <TicketState ticket={ticket} />
        </Known>
        <Known name={t('ticket.kind')}>{t(`ticket_kind.${ticket.kind}`)}</Known>
        <Known name={t('ticket.number')}>#{ticket.id}</Known>
        <Known name={t('ticket.created')} isLesser>
          <DateTime value={ticket.created_at} part="moment" />
        </Known>
        <Known name={t('ticket.answers')} isLesser>
          {t('ticket.answers_text')}
        </Known>
      </dl>
      {ticket.closes_at && <p>{t('ticket.closes_at', { time: date(ticket.closes_at, 'minute') })}</p>}
    </aside>
  )
}

function Known({ name, isLesser = false, children }: { name: string; isLesser?: boolean; children: ReactNode }) {
  return (
    <div data-lesser={isLesser || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Marks a ticket on a visible screen as seen. */
function useSeen({ id, unread, last_seq: seq }: Ticket): void {
  useEffect(() => {
    if (!unread) return
    const see = (): void => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', see)
      call(readTicket, { body: { id, seq } }, { background: true })
        .then(() => invalidate(fetchTickets))
        // It stays unread until opened again.
        .catch(() => {})
    }
    document.addEventListener('visibilitychange', see)
    see()
    return () => document.removeEventListener('visibilitychange', see)
  }, [id, unread, seq])
}

function UnknownTicket() {
  const t = useT()
  return (
    <EmptyState isPage drawing="search" title={t('ticket.unknown')} text={t('ticket.unknown_text')}>
      <Button component={PathLink} to="/user/tickets">
        {t('title.tickets')}
      </Button>
    </EmptyState>
  )
}
