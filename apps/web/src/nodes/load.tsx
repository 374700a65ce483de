import type { Machine } from '@portico/contract/machines-admin'
import styles from './load.module.css'

const HOT = 80

/** The last load a machine or node reported. */
export function Load({ load, part }: { load: Machine['load']; part: 'cpu' | 'mem' }) {
  const percent = load && (part === 'cpu' ? load['cpu'] : share(load['mem']))
  return typeof percent === 'number' ? <LoadBar percent={percent} /> : '–'
}

/** A load as bar and number, in percent. */
export function LoadBar({ percent }: { percent: number }) {
  const shown = Math.round(percent)
  return (
    <span className={styles['load']}>
      <i data-hot={shown >= HOT || undefined} style={{ '--value': `${Math.min(100, shown)}%` }} />
      {shown}%
    </span>
  )
}

/** Used share of the total, in percent. Null if the machine sent something else. */
function share(usage: unknown): number | null {
  if (typeof usage !== 'object' || usage === null || !('total' in usage) || !('used' in usage)) return null
  const { total, used } = usage
  return typeof total === 'number' && typeof used === 'number' && total > 0 ? (100 * used) / total : null
}
