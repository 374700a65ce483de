import type { ReactNode } from 'react'
import { DateTime } from '../format/date-time.tsx'
import type { Tone } from '../status-badge.tsx'
import styles from './timeline.module.css'

export interface Happening {
  /** When it happened; null: not yet. */
  at: string | null
  tone: Tone
  /** Text, unlike that of all others. */
  text: string
  note?: ReactNode
}

/** Events, newest first, each with a stone. At the same moment the later in the list is newer. */
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
