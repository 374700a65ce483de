import type { Machine } from '@portico/contract/machines-admin'
import { useT } from '../i18n.ts'
import styles from './load.module.css'

const HOT = 80

/** The last load a machine or node reported: CPU and memory, in percent. */
export function Load({ load }: { load: Machine['load'] }) {
  const t = useT()
  if (!load) return '–'
  const { cpu, mem } = load
  const memory = share(mem)
  if (typeof cpu !== 'number' && memory === null) return '–'
  return (
    <span className={styles['loads']}>
      {typeof cpu === 'number' && <LoadBar name={t('machine.cpu')} percent={cpu} />}
      {memory !== null && <LoadBar name={t('machine.mem')} percent={memory} />}
    </span>
  )
}

/** How busy something is, as a bar and a number. */
export function LoadBar({ name, percent }: { name?: string; percent: number }) {
  const shown = Math.round(percent)
  return (
    <span className={styles['load']}>
      {name && <small>{name}</small>}
      <i data-hot={shown >= HOT || undefined} style={{ '--value': `${Math.min(100, shown)}%` }} />
      <b>{shown}%</b>
    </span>
  )
}

/** Used share of the total, in percent. Null if the machine sent something else. */
function share(usage: unknown): number | null {
  if (typeof usage !== 'object' || usage === null || !('total' in usage) || !('used' in usage)) return null
  const { total, used } = usage
  return typeof total === 'number' && typeof used === 'number' && total > 0 ? (100 * used) / total : null
}
