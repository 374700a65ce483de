import type { TicketChange, TicketMessage } from '@portico/contract/tickets'
import { type MessageKey, useT } from '../i18n.ts'
import styles from './conversation.module.css'
import { MessageFiles, type ReadFile } from './message-files.tsx'
import { MessageText } from './message-text.tsx'
import { MessageTime } from './message-time.tsx'

/** What members and support wrote, oldest first, and what happened in between. */
export function Conversation({ messages, read }: { messages: TicketMessage[]; read: ReadFile }) {
  const t = useT()
  return (
    <ol className={styles['conversation']} aria-label={t('ticket.conversation')} aria-live="polite" aria-relevant="additions">
      {messages.map((message) => (
        <li key={message.id} data-author={message.change ? 'change' : message.author}>
          {message.change ? <Change change={message.change} at={message.created_at} /> : <Written message={message} read={read} />}
        </li>
      ))}
    </ol>
  )
}

function Written({ message: { author, origin, text, files, created_at: at }, read }: { message: TicketMessage; read: ReadFile }) {
  const t = useT()
  return (
    <article>
      <header>
        <strong>{t(author === 'staff' ? 'ticket.by_staff' : 'ticket.by_me')}</strong>
        <MessageTime value={at} />
        {author === 'member' && origin !== 'web' && <span>{t(origin === 'mail' ? 'ticket.by_mail' : 'ticket.by_telegram')}</span>}
      </header>
      <MessageText text={text} />
      <MessageFiles files={files} read={read} />
    </article>
  )
}

const CHANGES: Record<string, MessageKey> = {
  'closed member': 'ticket.closed_by_member',
  'closed staff': 'ticket.closed_by_staff',
  'closed silence': 'ticket.closed_by_silence',
  'reopened member': 'ticket.reopened_by_member',
  'reopened staff': 'ticket.reopened_by_staff',
}

function Change({ change, at }: { change: TicketChange; at: string }) {
  const t = useT()
  const key = CHANGES[`${change.what} ${change.by}`]
  return (
    <p className={styles['change']}>
      {key && t(key)} <MessageTime value={at} />
    </p>
  )
}
