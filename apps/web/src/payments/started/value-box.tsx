import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import { useCopy } from '../../ui/copy-button.tsx'
import styles from './value-box.module.css'

interface ValueBoxProps {
  label: string
  value: string
  /** What is copied, if it differs from what is shown. */
  copy?: string
}

/** A value to enter elsewhere, on one line, with a button that copies it. */
export function ValueBox({ label, value, copy = value }: ValueBoxProps) {
  const t = useT()
  const copying = useCopy(copy)
  return (
    <dl className={styles['box']}>
      <dt>{label}</dt>
      <dd>
        <span className={styles['value']}>{value}</span>
        <ActionIcon variant="subtle" size="lg" aria-label={t('pay.copy', { name: label })} onClick={() => void copying.copy()}>
          {copying.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
        <span className="visually-hidden" role="status">
          {copying.copied && t('action.copied')}
        </span>
      </dd>
    </dl>
  )
}
