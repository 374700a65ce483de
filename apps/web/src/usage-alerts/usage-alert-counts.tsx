import { adminUsageAlerts } from '@portico/contract/usage-alerts-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'

/** For operators: how many members are about to run out of traffic; nothing if there are none. */
export function UsageAlertCounts() {
  const t = useT()
  const { data } = useQuery(get(adminUsageAlerts, {}, { background: true }))
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('usage_alert.counts')}>
      <Facts>
        {data.items.map(({ threshold, members }) => (
          <Fact key={threshold} name={t('usage_alert.over', { n: threshold })}>
            {t('usage_alert.members', { n: members })}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
