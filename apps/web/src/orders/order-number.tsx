import { useT } from '../i18n.ts'
import { CopyIcon } from '../ui/copy/copy-icon.tsx'
import { PathLink } from '../ui/path-link.tsx'
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

/** An order's number as a link to the order in the console. */
export function OrderLink({ number }: { number: string }) {
  return (
    <PathLink to={`/admin/order?order=${number}`}>
      <OrderNumber number={number} />
    </PathLink>
  )
}

/** An order's number on a line of its own, whole, to be copied. */
export function OrderReference({ number }: { number: string }) {
  const t = useT()
  const name = t('order.number')
  return (
    <p className={styles['line']}>
      {name} <span className="mono">{number}</span>
      <CopyIcon text={number} label={t('pay.copy', { name })} />
    </p>
  )
}
