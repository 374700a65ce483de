import { useT } from '../../i18n.ts'
import { CopyIcon } from '../../ui/plain/copy-icon.tsx'
import styles from './value-box.module.css'

interface ValueBoxProps {
  label: string
  value: string
  /** What is copied, if it differs from what is shown. */
  copy?: string
  /** Characters that mean nothing together. */
  isCode?: boolean
}

/** A value to enter elsewhere, on one line, with a button that copies it. */
export function ValueBox({ label, value, copy = value, isCode = false }: ValueBoxProps) {
  const t = useT()
  return (
    <dl className={styles['box']}>
      <dt>{label}</dt>
      <dd>
        <span className={`${styles['value']} ${isCode ? 'mono' : ''}`}>{value}</span>
        <CopyIcon text={copy} label={t('pay.copy', { name: label })} />
      </dd>
    </dl>
  )
}
