import type { TicketMessage } from '@portico/contract/tickets'
import { type MessageKey, useT } from '../i18n.ts'
import { Between, Bubble, Bubbles } from './message/bubble.tsx'
import type { ReadFile } from './message/message-files.tsx'

/** What members and support wrote, oldest first, and what happened in between. */
export function Conversation({ messages, read }: { messages: TicketMessage[]; read: ReadFile }) {
  const t = useT()
  return (
    <Bubbles label={t('ticket.conversation')}>
      {messages.map((message) => {
        const { id, author, origin, change, created_at: at } = message
        const key = change && CHANGES[`${change.what} ${change.by}`]
        if (change) {
          return (
            <Between key={id} at={at}>
              {key && t(key)}
            </Between>
          )
        }
        const isOwn = author === 'member'
        return (
          <Bubble
            key={id}
            isOwn={isOwn}
            by={t(isOwn ? 'ticket.by_me' : 'ticket.by_staff')}
            isStaff={!isOwn}
            mark={isOwn && origin !== 'web' && <span>{t(origin === 'mail' ? 'ticket.by_mail' : 'ticket.by_telegram')}</span>}
            message={message}
            read={read}
          />
        )
      })}
    </Bubbles>
  )
}

const CHANGES: Record<string, MessageKey> = {
  'closed member': 'ticket.closed_by_member',
  'closed staff': 'ticket.closed_by_staff',
  'closed silence': 'ticket.closed_by_silence',
  'reopened member': 'ticket.reopened_by_member',
  'reopened staff': 'ticket.reopened_by_staff',
}
