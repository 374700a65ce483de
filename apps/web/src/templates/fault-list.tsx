import type { TemplateFault } from '@portico/contract/templates-admin'
import { useT } from '../i18n.ts'
import styles from './templates.module.css'

/** Faults of a text, by line. */
export function FaultList({ faults }: { faults: readonly TemplateFault[] }) {
  const t = useT()
  return (
    <ul className={styles['faults']}>
      {faults.map((fault, index) => (
        <li key={index}>
          {fault.line !== null && <strong>{t('templates.line', { n: fault.line })}</strong>}{' '}
          {t(`templates.fault_${fault.code}`, { detail: fault.detail })}
        </li>
      ))}
    </ul>
  )
}
