import type { MonthDeferred } from '@portico/contract/months-admin'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { FiguresCard } from './figures-card.tsx'

const PARTS = ['opening', 'sold', 'given', 'refunded', 'closing'] as const

/** Service that is sold and not yet given, from the month's first count to the first one after it. */
export function DeferredCard({ rows }: { rows: MonthDeferred[] }) {
  const t = useT()
  const zone = useZone()
  const at = (time: string): string => formatDateTime(new Date(time), zone, 'minute')
  const [first] = rows
  return (
    <FiguresCard
      title={t('month.deferred')}
      empty={t('month.deferred_empty')}
      notes={[t('month.deferred_text'), ...(first ? [t('month.deferred_at', { from: at(first.opened_at), to: at(first.closed_at) })] : [])]}
      heading={t('month.currency')}
      rows={rows}
      renderName={({ currency }) => currency}
      figures={PARTS.map((name) => ({
        label: t(`month.deferred_${name}`),
        value: (row: MonthDeferred) => row[name],
        isResult: name === 'closing',
      }))}
    />
  )
}
