import type { TicketFile } from '@portico/contract/tickets'
import type { ReactNode } from 'react'
import { Face } from '../../ui/face.tsx'
import styles from './bubble.module.css'
import { MessageFiles, type ReadFile } from './message-files.tsx'
import { MessageText } from './message-text.tsx'
import { MessageTime } from './message-time.tsx'

/** Messages, oldest first, as in a messenger. */
export function Bubbles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles['bubbles']} aria-label={label} aria-live="polite" aria-relevant="additions">
      {children}
    </ol>
  )
}

interface BubbleProps {
  /** true: of the reader's side, at the right. The other side has a face. */
  isOwn: boolean
  by: string
  isStaff: boolean
  /** true: for staff only. */
  isNote?: boolean
  /** Said beside the name, as how it was sent. */
  mark?: ReactNode
  message: { text: string; files: TicketFile[]; created_at: string }
  read: ReadFile
}

export function Bubble({ isOwn, by, isStaff, isNote = false, mark, message: { text, files, created_at: at }, read }: BubbleProps) {
  return (
    <li data-side={isOwn ? 'own' : 'other'} data-note={isNote || undefined}>
      {!isOwn && <Face name={by} isStaff={isStaff} />}
      <article>
        <header>
          <strong>{by}</strong>
          {mark}
          <MessageTime value={at} />
        </header>
        <div>
          <MessageText text={text} />
          <MessageFiles files={files} read={read} />
        </div>
      </article>
    </li>
  )
}

/** A change between messages. */
export function Between({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li data-side="between">
      {children} <MessageTime value={at} />
    </li>
  )
}
