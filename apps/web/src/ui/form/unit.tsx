import styles from './unit.module.css'

/** What a number in a field counts, at the field's end. */
export function Unit({ children }: { children: string }) {
  return <span className={styles['unit']}>{children}</span>
}
