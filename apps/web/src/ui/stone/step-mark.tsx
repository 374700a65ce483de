import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './step-mark.module.css'

/** Done, the one to do now, or still to come. */
export type StepState = 'done' | 'now' | 'next'

/** The small arch before a step: its number, or a sign, until it is done; empty without one. */
export function StepMark({ state, n }: { state: StepState; n: ReactNode }) {
  return (
    <span className={styles['mark']} data-state={state} aria-hidden>
      {state === 'done' ? <IconCheck size={16} stroke={2.2} /> : n}
    </span>
  )
}
