import type { FindingCode } from '@portico/contract/diagnosis'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { CHECKS, checksOf } from './checks.ts'
import styles from './check-list.module.css'

/** Checks with a tick or a warning each. `found` null: still checking. */
export function CheckList({ found, remarked = [] }: { found: FindingCode[] | null; remarked?: FindingCode[] }) {
  const t = useT()
  const checks = found ? checksOf(found, remarked) : CHECKS.map((check) => ({ check, state: 'waiting' as const }))
  return (
    <ol className={styles['checks']} aria-busy={found === null} aria-label={t('doctor.checks')}>
      {checks.map(({ check, state }, at) => (
        <li key={check} data-state={state} style={{ '--at': at }}>
          <span className={styles['mark']} aria-hidden>
            {state === 'good' && <IconCheck size={14} stroke={2.4} />}
            {state === 'fault' && <IconAlertTriangle size={14} stroke={2} />}
          </span>
          {t(`doctor.check_${check}`)}
          {state !== 'waiting' && <span className="visually-hidden">{t(`doctor.check_is_${state}`)}</span>}
        </li>
      ))}
    </ol>
  )
}
