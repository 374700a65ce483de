import type { ReportAlarm } from '@portico/contract/report-watch-admin'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { formatNumber } from '../ui/format/format-number.ts'

const BYTES_PER_MBIT = 125_000

/** The measured value, beside its reference. */
export function AlarmValue({ alarm: { kind, value, usual } }: { alarm: ReportAlarm }) {
  const t = useT()
  if (kind === 'address' || kind === 'refused') return t('report_watch.calls', { n: value })
  if (kind === 'entries') return t('report_watch.entries', { n: value })
  if (kind === 'aside') return t('report_watch.kept', { n: value })
  if (kind === 'unreported') return t('report_watch.fetched_by', { n: value })
  if (kind === 'outdated') return null
  const shown = (amount: number): string =>
    kind === 'tenfold'
      ? t('report_watch.an_hour', { bytes: formatBytes(amount, 1000) })
      : t('report_watch.mbps', { n: formatNumber(Math.round(amount / BYTES_PER_MBIT)) })
  return <span title={t(`report_watch.against_${kind}`, { value: shown(usual) })}>{shown(value)}</span>
}
