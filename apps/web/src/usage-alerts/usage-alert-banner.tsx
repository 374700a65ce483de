import { Button } from '@mantine/core'
import { dismissUsageAlert, getUsageAlert } from '@portico/contract/usage-alerts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get, invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'

/** Says once in a cycle, until it is dismissed, that most of the traffic is used. `shown`: not where a graver banner already speaks. */
export function UsageAlertBanner({ shown }: { shown: boolean }) {
  const t = useT()
  const { data } = useQuery({ ...get(getUsageAlert, {}, { background: true }), enabled: shown })
  const dismiss = useMutation({
    mutationFn: (threshold: number) => call(dismissUsageAlert, { body: { threshold } }),
    onSettled: () => invalidate(getUsageAlert),
  })
  const alert = data?.alert
  if (!shown || !alert) return null
  return (
    <Banner
      tone="warn"
      title={t('usage_alert.title', { n: alert.threshold })}
      action={
        <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate(alert.threshold)}>
          {t('usage_alert.dismiss')}
        </Button>
      }
    >
      {t('usage_alert.text')}
    </Banner>
  )
}
