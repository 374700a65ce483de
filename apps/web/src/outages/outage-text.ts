import type { Compensation } from '@portico/contract/outages'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { lasted } from './lasted.ts'

/** "1 day more", "10 GB more". */
export function useCompensationText(): (compensation: Compensation) => string {
  const t = useT()
  return (given) =>
    given.kind === 'days'
      ? t('compensation.days', { n: given.days })
      : t('compensation.traffic', { amount: formatBytes(given.bytes, 1024) })
}

/** How long something lasted, or has lasted so far. */
export function useDuration(): (from: string, until: string | null) => string {
  const t = useT()
  return (from, until) => {
    const { h, m } = lasted(from, until === null ? Date.now() : Date.parse(until))
    return h === 0 ? t('outage.minutes', { n: m }) : t('outage.hours', { h, m })
  }
}
