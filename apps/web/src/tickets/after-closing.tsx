import { Button, Textarea } from '@mantine/core'
import { fetchTickets, rateTicket, reopenTicket, type Ticket } from '@portico/contract/tickets'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useDate } from '../ui/format/use-date.ts'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import { Stars } from './stars.tsx'
import styles from './tickets.module.css'

/** Rating, and the way back or to a new ticket, below a closed one. */
export function AfterClosing({ ticket }: { ticket: Ticket }) {
  const t = useT()
  const date = useDate()
  const reopen = useSave({
    send: () => call(reopenTicket, { body: { id: ticket.id } }),
    done: t('ticket.reopen_done'),
    changes: [fetchTickets],
  })
  return (
    <div className={styles['after']}>
      {ticket.score === null ? <Rating ticket={ticket} /> : <Rated ticket={ticket} score={ticket.score} />}
      <div className="row">
        {ticket.reopen_until ? (
          <>
            <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
              {t('ticket.reopen')}
            </Button>
            <span className={styles['until']}>{t('ticket.reopen_until', { time: date(ticket.reopen_until, 'minute') })}</span>
          </>
        ) : (
          <Button component={PathLink} to="/user/ticket/new" variant="default">
            {t('tickets.new')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Rating({ ticket: { id } }: { ticket: Ticket }) {
  const t = useT()
  const [score, setScore] = useState(0)
  const [text, setText] = useState('')
  const rate = useSave({
    send: () => call(rateTicket, { body: { id, score, ...(text.trim() && { text }) } }),
    done: t('ticket.rate_done'),
    changes: [fetchTickets],
  })
  return (
    <form
      className={styles['rating']}
      onSubmit={(event) => {
        event.preventDefault()
        rate.mutate()
      }}
    >
      <Stars label={t('ticket.rate')} value={score} onChange={setScore} />
      {score > 0 && (
        <>
          <Textarea
            label={t('ticket.rate_text')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            maxLength={1000}
            autosize
            minRows={2}
          />
          <Button type="submit" loading={rate.isPending}>
            {t('ticket.rate_send')}
          </Button>
        </>
      )}
    </form>
  )
}

function Rated({ ticket, score }: { ticket: Ticket; score: number }) {
  const t = useT()
  return (
    <div className={styles['rating']}>
      <p className="quiet">{t('ticket.rated', { n: score })}</p>
      {ticket.score_text && <p className="breaks">{ticket.score_text}</p>}
    </div>
  )
}
