import { Button } from '@mantine/core'
import type { Message } from '@portico/contract/message-centre'
import { IconChevronDown, IconSpeakerphone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { EventView } from '../events/event-view.ts'
import { EventWords } from '../events/event-words.tsx'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { Prose } from '../ui/prose/prose.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './messages.module.css'

interface RowProps {
  message: Message
  /** Time, or the day if no heading has it. */
  when: string
  open: boolean
  onToggle: () => void
}

/** A message: one line, with its text below once it is open. */
export function MessageRow(frame: RowProps) {
  const { message } = frame
  const { content } = message
  if (content.type !== 'notice') return <EventWords event={content} render={(view) => <Row {...frame} view={view} />} />
  const { title, body, language } = content.data
  return (
    <Row {...frame} view={{ icon: IconSpeakerphone, tone: 'info', title }}>
      {body !== '' && (
        <div lang={language}>
          <Prose html={body} />
        </div>
      )}
    </Row>
  )
}

function Row({ message, when, view, open, onToggle, children }: RowProps & { view: EventView; children?: ReactNode }) {
  const t = useT()
  const { icon: Icon, tone, title, about, text, link } = view
  const isOver = message.ended_at !== null
  const isUnread = message.read_at === null && !isOver
  const body = `message-${message.id}`
  return (
    <li className={styles['message']} data-unread={isUnread || undefined}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls={open ? body : undefined} onClick={onToggle}>
          <span className={styles['icon']} data-tone={isOver ? 'info' : tone}>
            <Icon size={18} stroke={1.7} aria-hidden />
            {isUnread && <span className="visually-hidden">{t('msg.is_unread')}</span>}
          </span>
          <span className={styles['title']}>
            {title}
            {about && <small translate="no">{about}</small>}
          </span>
          <time dateTime={message.created_at}>{when}</time>
          <IconChevronDown size={16} stroke={1.7} className={styles['caret'] ?? ''} aria-hidden />
        </button>
      </h3>
      {open && (
        <div id={body} className={styles['body']}>
          {isOver && <StatusBadge tone="quiet" label={t('msg.over')} />}
          {text && <p>{text}</p>}
          {children}
          {link && (
            <Button component={PathLink} to={link.to} variant="default">
              {link.label}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
