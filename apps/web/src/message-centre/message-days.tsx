import type { Message } from '@portico/contract/message-centre'
import { useZone } from '../api/site.ts'
import { byDay, useDayName } from '../ui/format/days.ts'
import { MessageRow } from './message-row.tsx'
import styles from './messages.module.css'

interface DaysProps {
  messages: Message[]
  /** The id of the message that is open. */
  open: string | null
  onToggle: (message: Message) => void
}

/** Messages under the days they came on, in the site's time zone. */
export function MessageDays({ messages, open, onToggle }: DaysProps) {
  const zone = useZone()
  const nameOf = useDayName()
  const days = byDay(messages, (message) => message.created_at, zone)
  return [...days].map(([day, those]) => (
    <section key={day} className={styles['day']} aria-label={nameOf(day)}>
      <h2>{nameOf(day)}</h2>
      <ul>
        {those.map((message) => (
          <MessageRow key={message.id} message={message} open={message.id === open} onToggle={() => onToggle(message)} />
        ))}
      </ul>
    </section>
  ))
}
