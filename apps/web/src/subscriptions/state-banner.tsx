import { Button } from '@mantine/core'
import type { Subscription } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PathLink } from '../ui/path-link.tsx'

/** Says that a subscription does not work, why, and what helps; nothing while it works. */
export function SubscriptionBanner({ subscription: { state, next_reset_at: resets } }: { subscription: Subscription }) {
  const t = useT()
  if (state === 'active') return null
  const action = (
    <Button component={PathLink} to="/user/plans">
      {t(state === 'none' ? 'dashboard.see_plans' : 'plans.renew')}
    </Button>
  )
  return (
    <Banner tone={state === 'none' ? 'info' : 'warn'} title={t(`subscription_state.${state}`)} action={action}>
      {t(state === 'over_quota' && resets === null ? 'subscription_state.no_reset_text' : `subscription_state.${state}_text`)}
    </Banner>
  )
}
