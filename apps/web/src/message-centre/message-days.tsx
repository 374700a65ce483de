import type { Message } from '@portico/contract/message-centre'
import { useState } from 'react'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { formatDateTime, formatDay } from '../ui/format/format-time.ts'
import { MessageRow } from './message-row.tsx'
import styles from './messages.module.css'

const DAY_MS = 86_400_000

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
  const days = byDay(messages, zone)
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

/** Newest day first, as the messages are. */
function byDay(messages: Message[], zone: string | undefined): Map<string, Message[]> {
  const days = new Map<string, Message[]>()
  for (const message of messages) {
    const day = formatDateTime(message.created_at, zone, 'day')
    days.set(day, [...(days.get(day) ?? []), message])
  }
  return days
}

/** "Today", "Nov 5", or with the year if it is another one. */
function useDayName(): (day: string) => string {
  const t = useT()
  const zone = useZone()
  const locale = useStore(language)
  const [now] = useState(Date.now)
  const [today, yesterday] = [0, DAY_MS].map((ago) => formatDateTime(new Date(now - ago), zone, 'day'))
  return (day) => {
    if (day === today) return t('msg.today')
    if (day === yesterday) return t('msg.yesterday')
    return day.slice(0, 4) === today?.slice(0, 4) ? formatDay(day, locale) : day
  }
}
