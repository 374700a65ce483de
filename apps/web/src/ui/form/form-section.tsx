import type { ReactNode } from 'react'
import styles from './form-section.module.css'

/** Fields that belong together, under a heading. */
export function FormSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className={styles['section']}>
      <legend>{title}</legend>
      {text && <p>{text}</p>}
      {children}
    </fieldset>
  )
}

interface RowProps {
  /** true: two side by side on phones too. */
  short?: boolean
  /** Note on all fields, below. */
  text?: string | undefined
  children: ReactNode
}

/** Short fields, side by side if there is room. */
export function FieldRow({ short = false, text, children }: RowProps) {
  return (
    <>
      <div className={styles['row']} data-short={short || undefined}>
        {children}
      </div>
      {text && <p className={styles['hint']}>{text}</p>}
    </>
  )
}
