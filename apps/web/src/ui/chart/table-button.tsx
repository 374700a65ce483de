import { useT } from '../../i18n.ts'
import { TextButton } from '../plain/text-button.tsx'
import styles from './chart.module.css'

/** Opens and closes the table below a chart. */
export function TableButton({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const t = useT()
  return (
    <TextButton className={`hit ${styles['to-table']}`} aria-expanded={isOpen} onClick={() => onChange(!isOpen)}>
      {t('chart.table')}
    </TextButton>
  )
}
