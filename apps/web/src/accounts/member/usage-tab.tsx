import type { AdminUser } from '@portico/contract/accounts-admin'
import { adminMemberUsage } from '@portico/contract/member-actions-admin'
import { UsagePeriod } from '@portico/contract/traffic'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMay } from '../../api/may.ts'
import { list } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { UsageView } from '../../traffic/usage-view.tsx'
import { choice, usePageSearch } from '../../ui/page-search.ts'

const Search = z.object({ period: choice(UsagePeriod.options) })

/** The member's traffic, as on their own page. */
export function UsageTab({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const [{ period = 'cycle' }, change] = usePageSearch(Search)
  const query = useQuery(list(adminMemberUsage, { params: { id: user.id }, query: { period } }))
  return (
    <UsageView
      query={query}
      period={period}
      onPeriod={(next) => change({ period: next === 'cycle' ? undefined : next })}
      used={user.u + user.d}
      {...(may('traffic.read') && { details: { to: `/admin/traffic?user=${user.id}`, label: t('member_page.by_node') } })}
    />
  )
}
