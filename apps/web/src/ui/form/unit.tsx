import styles from './unit.module.css'

/** The unit of a number, at the end of its field. */
export function Unit({ children }: { children: string }) {
  return <span className={styles['unit']}>{children}</span>
}
