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

/** Short fields, side by side if there is room. `short`: two of them on a phone, too. */
export function FieldRow({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return (
    <div className={styles['row']} data-short={short || undefined}>
      {children}
    </div>
  )
}
