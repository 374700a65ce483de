import type { ReactNode } from 'react'
import styles from './text-button.module.css'

/** A button that looks like a link: it opens or narrows what is on the page. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles['button']} onClick={onClick}>
      {children}
    </button>
  )
}
