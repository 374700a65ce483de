import { adminReadTicketFile, type AdminTicket, type AdminTicketMessage } from '@portico/contract/tickets-admin'
import { useEffect, useRef } from 'react'
import { download } from '../../../api/download.ts'
import { useWho } from '../../../api/who.ts'
import { useT } from '../../../i18n.ts'
import { Face } from '../../../ui/face.tsx'
import { MessageFiles, type ReadFile } from '../../message-files.tsx'
import { MessageText } from '../../message-text.tsx'
import { MessageTime } from '../../message-time.tsx'
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
      <ol className={styles['messages']} aria-label={t('ticket_desk.messages')} aria-live="polite">
        {messages.map((message) => (
          <Message key={message.id} message={message} member={ticket.member} />
        ))}
      </ol>
      {ticket.score !== null && (
        <p className={styles['rated']}>
          {t('ticket_desk.rated', { n: ticket.score })}
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
  const { kind, author, author_name: name, origin, change, text, files, created_at: at } = message
  if (change !== null)
    return (
      <li data-kind="change">
        <span>
          {t(change.what === 'closed' ? `ticket_desk.closed_by_${change.by}` : `ticket_desk.reopened_by_${change.by}`, {
            name: name ?? '',
          })}
        </span>
        <MessageTime value={at} />
      </li>
    )
  const isMine = author === 'staff' && name === (email ?? phone)
  const shown = author === 'member' ? member : (name ?? t('ticket_desk.site'))
  return (
    <li data-kind={kind === 'note' ? 'note' : author}>
      <Face name={shown} isStaff={author !== 'member'} />
      <div>
        <p className={styles['by']}>
          <strong>{isMine ? t('ticket_desk.you') : shown}</strong>
          {kind === 'note' && <em>{t('ticket_desk.note_mark')}</em>}
          {origin !== 'web' && <span className="quiet">{t(`ticket_desk.by_${origin}`)}</span>}
          <MessageTime value={at} />
        </p>
        <MessageText text={text} />
        <MessageFiles files={files} read={read} />
      </div>
    </li>
  )
}
