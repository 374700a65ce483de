import { getUsage, UsagePeriod } from '@portico/contract/traffic'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { keptFresh } from './kept-fresh.ts'
import { UsageView } from './usage-view.tsx'

const Search = z.object({ period: choice(UsagePeriod.options) })

/** Usage by day. `used`: counted in this cycle. */
export function UsageCard({ used }: { used: number }) {
  const t = useT()
  const [{ period = 'cycle' }, change] = usePageSearch(Search)
  const query = useQuery({ ...list(getUsage, { query: { period } }), ...keptFresh })
  return (
    <UsageView
      query={query}
      period={period}
      onPeriod={(next) => change({ period: next === 'cycle' ? undefined : next })}
      used={used}
      details={{ to: '/user/traffics', label: t('usage.details') }}
    />
  )
}
