import { adminReadTicketFile, type AdminTicket, type AdminTicketMessage } from '@portico/contract/tickets-admin'
import { useEffect, useRef } from 'react'
import { download } from '../../../api/download.ts'
import { useWho } from '../../../api/who.ts'
import { useT } from '../../../i18n.ts'
import { Between, Bubble, Bubbles } from '../../message/bubble.tsx'
import type { ReadFile } from '../../message/message-files.tsx'
import styles from './pane.module.css'

const read: ReadFile = (id) => download(adminReadTicketFile, { params: { id } })

/** The messages, oldest first; the newest is in sight. */
export function Conversation({ ticket, messages }: { ticket: AdminTicket; messages: AdminTicketMessage[] }) {
  const t = useT()
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  useEffect(() => {
    // In braces: some browsers return a promise, which is no clean-up.
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    <>
      <Bubbles label={t('ticket_inbox.messages')}>
        {messages.map((message) => (
          <Message key={message.id} message={message} member={ticket.member} />
        ))}
      </Bubbles>
      {ticket.score !== null && (
        <p className={styles['rated']}>
          {t('ticket_inbox.rated', { n: ticket.score })}
          {ticket.score_text && <q>{ticket.score_text}</q>}
        </p>
      )}
      <div ref={end} className={styles['end']} />
    </>
  )
}

function Message({ message, member }: { message: AdminTicketMessage; member: string }) {
  const t = useT()
  const { email, phone } = useWho()
  const { kind, author, author_name: name, origin, change, created_at: at } = message
  if (change !== null)
    return (
      <Between at={at}>
        {t(change.what === 'closed' ? `ticket_inbox.closed_by_${change.by}` : `ticket_inbox.reopened_by_${change.by}`, {
          name: name ?? '',
        })}
      </Between>
    )
  const isMine = author === 'staff' && name === (email ?? phone)
  const shown = author === 'member' ? member : (name ?? t('ticket_inbox.site'))
  const isNote = kind === 'note'
  return (
    <Bubble
      isOwn={author !== 'member'}
      by={isMine ? t('ticket_inbox.you') : shown}
      isStaff={author !== 'member'}
      isNote={isNote}
      mark={
        <>
          {isNote && <em className={styles['note']}>{t('ticket_inbox.note_mark')}</em>}
          {origin !== 'web' && <span>{t(`ticket_inbox.by_${origin}`)}</span>}
        </>
      }
      message={message}
      read={read}
    />
  )
}
