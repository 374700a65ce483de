import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import styles from './bulk-bar.module.css'

interface BulkBarProps {
  /** How many rows are picked; the bar shows from one on. */
  count: number
  /** What they come to, if that can be said. */
  sum?: ReactNode
  onClear: () => void
  /** `BulkButton`s. */
  children: ReactNode
}

/** What can be done with the picked rows, floating at the bottom of their list. */
export function BulkBar({ count, sum, onClear, children }: BulkBarProps) {
  const t = useT()
  if (count === 0) return null
  return (
    <div className={`${styles['bar']} on-ink`} role="toolbar" aria-label={t('table.bulk')}>
      <span>
        {t('table.picked', { n: count })}
        {sum && <> · {sum}</>}
      </span>
      {children}
      <button type="button" aria-label={t('table.unpick')} onClick={onClear}>
        <IconX size={16} />
      </button>
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
