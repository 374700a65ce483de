import type { ReactNode } from 'react'
import { DateTime } from '../format/date-time.tsx'
import type { Tone } from '../status-badge.tsx'
import styles from './timeline.module.css'

export interface Happening {
  /** null: it has not happened. */
  at: string | null
  tone: Tone
  /** Unlike the text of every other. */
  text: string
  note?: ReactNode
}

/** What happened, newest first, each beside a stone. Of two at the same moment, the later in the list is the newer. */
export function Timeline({ happenings }: { happenings: Happening[] }) {
  const known = happenings.filter((one): one is Happening & { at: string } => one.at !== null)
  return (
    <ol className={styles['time']}>
      {known
        .toReversed()
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .map(({ at, tone, text, note }) => (
          <li key={text} data-tone={tone}>
            <span>
              {text}
              {note && <small>{note}</small>}
            </span>
            <DateTime value={at} />
          </li>
        ))}
    </ol>
  )
}
