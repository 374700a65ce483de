import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n.ts'
import styles from './bulk-bar.module.css'

interface Failure {
  name: string
  reason: string
}

interface BulkBarProps {
  /** How many rows are picked; the bar shows from one on. */
  count: number
  /** How many there are, in words of their own. */
  text?: string
  /** What they come to, if that can be said. */
  sum?: ReactNode
  /** How the last action ended: how many rows it changed, and which it could not change. */
  done: number
  failed: Failure[]
  onClear: () => void
  /** `BulkButton`s. */
  children: ReactNode
}

/** What can be done with the picked rows, floating at the bottom of their list. */
export function BulkBar({ count, text, sum, done, failed, onClear, children }: BulkBarProps) {
  const t = useT()
  if (count === 0 && failed.length === 0) return null
  return (
    <div className={`${styles['bar']} on-ink`} role="toolbar" aria-label={t('table.bulk')}>
      {failed.length > 0 && <Failures done={done} failed={failed} />}
      <span>
        {text ?? t('table.picked', { n: count })}
        {sum && <> · {sum}</>}
      </span>
      {count > 0 && children}
      <button type="button" aria-label={t('table.unpick')} onClick={onClear}>
        <IconX size={16} />
      </button>
    </div>
  )
}

/** Which rows failed; those with the same reason share a line. */
function Failures({ done, failed }: { done: number; failed: Failure[] }) {
  const t = useT()
  const reasons = [...new Set(failed.map(({ reason }) => reason))]
  const namesOf = (reason: string): string[] => failed.filter((one) => one.reason === reason).map(({ name }) => name)
  return (
    <div className={styles['failures']} role="alert">
      <strong>{t('table.bulk_failed', { n: failed.length, done })}</strong>
      {reasons.map((reason) => (
        <p key={reason}>{t('table.bulk_reason', { names: namesOf(reason).join(', '), reason })}</p>
      ))}
    </div>
  )
}

export function BulkButton({ busy, onClick, children }: { busy: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-busy={busy || undefined} disabled={busy} onClick={onClick}>
      {children}
    </button>
  )
}
