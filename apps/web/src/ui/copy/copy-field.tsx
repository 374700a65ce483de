import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './copy-field.module.css'

/** A text with a copy button, such as a link. `children`: further actions. */
export function CopyField({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  return (
    <div className={`row ${styles['field']}`}>
      <input className={styles['text']} readOnly value={text} aria-label={label} onFocus={(event) => event.target.select()} />
      <CopyButton text={text} />
      {children}
    </div>
  )
}
