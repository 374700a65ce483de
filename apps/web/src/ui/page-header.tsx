import type { ReactNode } from 'react'
import styles from './page-header.module.css'

/** The heading of a page. `children`: the page's actions. */
export function PageHeader({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles['header']}>
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}
