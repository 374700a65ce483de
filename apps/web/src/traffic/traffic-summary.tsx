import type { Subscription } from '@portico/contract/subscriptions'
import type { TrafficDay } from '@portico/contract/traffic'
import { useT } from '../i18n.ts'
import { Figure, Figures } from '../ui/facts.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { ForecastLine } from './forecast-line.tsx'

/** The sums of the days shown, and what is left of this cycle. */
export function TrafficSummary({ subscription, days }: { subscription: Subscription | undefined; days: TrafficDay[] }) {
  const t = useT()
  const raw = days.reduce((sum, day) => sum + day.u + day.d, 0)
  const billed = days.reduce((sum, day) => sum + day.billed_u + day.billed_d, 0)
  // Days before the first traffic, such as those before the plan began, say nothing about a day.
  const first = days.findIndex((day) => day.billed_u + day.billed_d > 0)
  const holds = subscription && subscription.state !== 'none'
  return (
    <div>
      <Figures>
        <Figure name={t('traffic.billed')}>
          <Bytes value={billed} />
        </Figure>
        <Figure name={t('traffic.raw')}>
          <Bytes value={raw} />
        </Figure>
        <Figure name={t('traffic.each_day')}>
          <Bytes value={Math.round(first < 0 ? 0 : billed / (days.length - first))} />
        </Figure>
        {holds && (
          <Figure name={t('traffic.left')}>
            <Bytes value={Math.max(0, subscription.transfer_enable - subscription.u - subscription.d)} />
          </Figure>
        )}
      </Figures>
      {holds && <ForecastLine />}
    </div>
  )
}
