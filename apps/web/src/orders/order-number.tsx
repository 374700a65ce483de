import styles from './order-number.module.css'

/** Characters shown at each end: they tell orders apart. */
const SHOWN = 5

/** An order's number in a list, with its middle out of sight. */
export function OrderNumber({ number }: { number: string }) {
  return (
    <span className={styles['number']} title={number}>
      {number.slice(0, SHOWN)}
      <span className={styles['middle']}>{number.slice(SHOWN, -SHOWN)}</span>
      {number.slice(-SHOWN)}
    </span>
  )
}
