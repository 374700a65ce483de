import { type ReactNode, useState } from 'react'
import { useZone } from '../api/site.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { StepMark, type StepState } from '../ui/stone/step-mark.tsx'
import styles from './steps.module.css'

/** A way in steps, each a small arch. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className={styles['steps']} aria-live="polite">
      {children}
    </ol>
  )
}

/** When a step was done: the time, or the day if it was not today. */
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
  /** Its number, until it is done; absent: an empty arch. */
  n?: number
  /** What is known about it, at the end of the line. */
  aside?: ReactNode
  /** How to do it. */
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
