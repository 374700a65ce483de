import { RowState, type StatementImport } from '@portico/contract/statements-imports-admin'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Sums } from './found.tsx'
import { IMPORT_TONES } from './import-tones.ts'
import styles from './statements.module.css'

/** Outcome of an import. */
export function Result({ of }: { of: StatementImport }) {
  const t = useT()
  return (
    <section className={styles['part']} role="status">
      <h3>{t('statements.report')}</h3>
      <Facts>
        <Fact name={t('statements.status')}>
          <StatusBadge tone={IMPORT_TONES[of.state]} label={t(`statements.state_${of.state}`)} />
        </Fact>
        <Fact name={t('statements.method_of')}>{methodName(of.method_name)}</Fact>
        <Fact name={t('statements.uploaded')}>
          <DateTime value={of.created_at} />
        </Fact>
        <Fact name={t('statements.sum_in')}>
          <Sums of={of.sums_in} />
        </Fact>
        {RowState.options
          .filter((state) => of.counts[state] > 0)
          .map((state) => (
            <Fact key={state} name={t(`statements.row_${state}`)}>
              {formatNumber(of.counts[state])}
            </Fact>
          ))}
      </Facts>
    </section>
  )
}
