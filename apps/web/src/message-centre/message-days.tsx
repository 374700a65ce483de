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
  /** Id of the open message; null: none. */
  open: string | null
  onToggle: (message: Message) => void
}

/** Messages under the day they came on, in the site's time zone; those before yesterday under their month. */
export function MessageDays({ messages, open, onToggle }: DaysProps) {
  const t = useT()
  const zone = useZone()
  const locale = useStore(language)
  const [now] = useState(Date.now)
  const [today, yesterday] = [0, DAY_MS].map((ago) => formatDateTime(new Date(now - ago), zone, 'day'))
  const spans = new Map<string, { message: Message; when: string }[]>()
  for (const message of messages) {
    const [day = '', time = ''] = formatDateTime(message.created_at, zone).split(' ')
    const isRecent = day === today || day === yesterday
    const name = isRecent ? t(day === today ? 'msg.today' : 'msg.yesterday') : formatDay(`${day.slice(0, 7)}-01`, locale, 'year')
    spans.set(name, [...(spans.get(name) ?? []), { message, when: isRecent ? time : formatDay(day, locale) }])
  }
  return [...spans].map(([name, those]) => (
    <section key={name} className={styles['day']} aria-label={name}>
      <h2>{name}</h2>
      <ul>
        {those.map(({ message, when }) => (
          <MessageRow key={message.id} message={message} when={when} open={message.id === open} onToggle={() => onToggle(message)} />
        ))}
      </ul>
    </section>
  ))
}
