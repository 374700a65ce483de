import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n.ts'
import styles from './bulk-bar.module.css'

interface Failure {
  name: string
  reason: string
}

interface BulkBarProps {
  /** Number of picked rows; the bar shows from one on. */
  count: number
  /** Number in words. */
  text?: string
  /** Sum of the picked rows, if any. */
  sum?: ReactNode
  /** Result of the last action: number changed, and failures. */
  done: number
  failed: Failure[]
  onClear: () => void
  /** `BulkButton`s. */
  children: ReactNode
}

/** Actions for picked rows, floating below their list. */
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

/** Failed rows; equal reasons share a line. */
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
