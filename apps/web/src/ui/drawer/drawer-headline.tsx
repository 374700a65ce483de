import type { ReactNode } from 'react'
import styles from './drawer-headline.module.css'

/** Head of a drawer: amount or name in large type, state beside it, a sentence below. */
export function DrawerHeadline({ state, text, children }: { state?: ReactNode; text?: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className={styles['line']}>
        <strong>{children}</strong>
        {state}
      </p>
      {text && <p className={styles['text']}>{text}</p>}
    </>
  )
}
