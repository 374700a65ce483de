import type { LedgerCheck, LedgerFault } from '@portico/contract/ledger-admin'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { closeGaps } from '../ui/format/close-gaps.ts'
import styles from './ledger.module.css'

/** The findings of the last ledger check. */
export function CheckResult({ check }: { check: LedgerCheck | null }) {
  const t = useT()
  if (!check) return <Banner tone="info">{t('ledger.never_checked')}</Banner>
  const at = <DateTime value={check.checked_at} />
  if (check.fault_count === 0) {
    return (
      <p className={styles['checked']}>
        <StatusBadge tone="good" label={t('ledger.right')} />
        <span>
          {closeGaps(`${t('ledger.checked')} `)}
          {at}
        </span>
      </p>
    )
  }
  return (
    <>
      <Banner tone="bad" title={t('ledger.wrong', { n: check.fault_count })}>
        {closeGaps(`${t('ledger.checked')} `)}
        {at}
      </Banner>
      <ul className={styles['faults']}>
        {check.faults.map((fault) => (
          <Fault key={`${fault.rule} ${fault.what}`} fault={fault} />
        ))}
      </ul>
    </>
  )
}

/** Rules about bytes and numbers. */
const counts = new Set<LedgerFault['rule']>(['quarter_sums', 'traffic_days', 'active_days'])

/** Shows unformatted minor units: the currency itself may be wrong. */
function Fault({ fault }: { fault: LedgerFault }) {
  const t = useT()
  return (
    <li>
      <strong>{t(`ledger.fault_${fault.rule}`)}</strong> {fault.what}{' '}
      <small>
        {t(counts.has(fault.rule) ? 'ledger.fault_counts' : 'ledger.fault_figures', {
          expected: fault.expected ?? '–',
          found: fault.found ?? '–',
        })}
      </small>
    </li>
  )
}
