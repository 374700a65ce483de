import { Button, Switch } from '@mantine/core'
import { getDashboard, getSubscribe, type Subscription, updateMember } from '@portico/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { showNotice } from '../ui/notice.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './subscribe.module.css'

/** Whether the plan is renewed by itself, and why that did not work the last time. A permanent plan has nothing to renew. */
export function RenewCard({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const change = useMutation({
    mutationFn: (on: boolean) => call(updateMember, { body: { auto_renewal: on } }),
    onSuccess: ({ auto_renew }) => showNotice({ kind: 'success', message: t(auto_renew ? 'renewal.switched_on' : 'renewal.switched_off') }),
    onSettled: () => invalidate(getSubscribe, getDashboard),
  })
  if (subscription.plan_id === null || subscription.expired_at === null) return null
  return (
    <Card title={t('renewal.title')}>
      <div className={styles['renewal']}>
        <Switch
          checked={change.isPending ? change.variables : subscription.auto_renew}
          disabled={change.isPending}
          label={t('renewal.switch')}
          description={t('renewal.text')}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        {subscription.renew_problem !== null && (
          <Banner
            tone="warn"
            title={t('renewal.problem')}
            action={
              <Button component={PathLink} to="/user/topup" variant="default">
                {t('center.topup')}
              </Button>
            }
          >
            {subscription.renew_problem}
          </Banner>
        )}
      </div>
    </Card>
  )
}
