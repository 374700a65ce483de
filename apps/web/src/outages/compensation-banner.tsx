import { Button } from '@mantine/core'
import { dismissCompensations, getCompensations } from '@portico/contract/outages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get, invalidate } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { formatDateTime } from '../ui/format-time.ts'
import { useCompensationText } from './outage-text.ts'

/** What a member was given for outages of late, until he has taken note of it. */
export function CompensationBanner() {
  const t = useT()
  const zone = useZone()
  const what = useCompensationText()
  const { data } = useQuery(get(getCompensations, {}, { background: true }))
  const dismiss = useMutation({
    mutationFn: () => call(dismissCompensations, {}),
    onSettled: () => invalidate(getCompensations),
  })
  if (!data || data.items.length === 0) return null
  return (
    <Banner
      tone="good"
      title={t('compensation.title', { n: data.total })}
      action={
        <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t('usage_alert.dismiss')}
        </Button>
      }
    >
      {data.items.map((item) => (
        <span key={`${item.node} ${item.began_at}`} style={{ display: 'block' }}>
          {t('compensation.line', { node: item.node, day: formatDateTime(item.began_at, zone, 'day'), what: what(item.compensation) })}
        </span>
      ))}
    </Banner>
  )
}
