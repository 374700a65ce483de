import { type ReactNode, useState } from 'react'
import { useZone } from '../api/site.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { StepMark, type StepState } from '../ui/stone/step-mark.tsx'
import styles from './steps.module.css'

/** A list of steps, each drawn as a small arch. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className={styles['steps']} aria-live="polite">
      {children}
    </ol>
  )
}

/** Time a step was done, or the day if not today. */
export function StepTime({ value }: { value: string }) {
  const zone = useZone()
  const [now] = useState(Date.now)
  const [day, time] = formatDateTime(value, zone).split(' ')
  const isToday = day === formatDateTime(new Date(now), zone, 'day')
  return (
    <time dateTime={value} title={`${day} ${time} ${zone ?? ''}`}>
      {isToday ? time : day}
    </time>
  )
}

interface StepProps {
  state: StepState
  title: string
  /** Number until done; absent: an empty arch. */
  n?: number
  /** Fact at the end of the line. */
  aside?: ReactNode
  /** How to do the step. */
  children?: ReactNode
}

export function Step({ state, title, n, aside, children }: StepProps) {
  return (
    <li className={styles['step']} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <StepMark state={state} n={n} />
      <span className={styles['title']}>{title}</span>
      {aside && <span className={styles['aside']}>{aside}</span>}
      {children && <div className={styles['how']}>{children}</div>}
    </li>
  )
}
