import { IconChevronRight } from '@tabler/icons-react'
import styles from './setup.module.css'

/** What a step's button says. On a phone the whole row is the button, and a chevron stands for the words. */
export function RowLabel({ children }: { children: string }) {
  return (
    <>
      <span className={styles['label']}>{children}</span>
      <IconChevronRight className={styles['chevron']} size={18} stroke={1.8} aria-hidden />
    </>
  )
}
