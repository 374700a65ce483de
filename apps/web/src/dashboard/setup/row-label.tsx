import { IconChevronRight } from '@tabler/icons-react'
import styles from './setup.module.css'

/** Label of a step's button. On a phone the row is the button, with a chevron. */
export function RowLabel({ children }: { children: string }) {
  return (
    <>
      <span className={styles['label']}>{children}</span>
      <IconChevronRight className={styles['chevron']} size={18} stroke={1.8} aria-hidden />
    </>
  )
}
