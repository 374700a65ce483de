import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './verdict.module.css'

/** What the doctor found, in one sentence, with what to do about it. */
export function Verdict({ isGood, title, children, action }: { isGood: boolean; title: string; children: string; action: ReactNode }) {
  return (
    <div className={styles['verdict']} data-good={isGood || undefined}>
      <span className={styles['mark']} aria-hidden>
        {isGood ? <IconCheck size={24} stroke={2} /> : <IconAlertTriangle size={24} stroke={1.8} />}
      </span>
      <div className={styles['words']}>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      <div className={styles['action']}>{action}</div>
    </div>
  )
}
