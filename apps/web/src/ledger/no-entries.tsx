import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Days } from './periods.ts'

/** Shown if nothing was booked, ever or on these days. */
export function NoEntries({ days }: { days: Days }) {
  const t = useT()
  if (days.from || days.to) return <EmptyState title={t('ledger.months_empty')} />
  return <EmptyState title={t('ledger.empty')} text={t('ledger.empty_text')} />
}
