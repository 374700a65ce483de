import { Button } from '@mantine/core'
import type { EventOf } from '@portico/contract/events'
import type { ReactNode } from 'react'
import { type MessageKey, useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PathLink } from '../ui/path-link.tsx'

const REASONS: Record<string, MessageKey> = {
  'balance.insufficient': 'renewal_problem.balance',
  'card.declined': 'renewal_problem.card_declined',
  'card.given_up': 'renewal_problem.card_given_up',
  'card.owner_needed': 'renewal_problem.card_owner_needed',
  'card.refused': 'renewal_problem.card_refused',
  'card.unclear': 'renewal_problem.card_unclear',
  'card.unreachable': 'renewal_problem.card_unreachable',
  'order.open_exists': 'renewal_problem.open_order',
  'plan.not_sold': 'renewal_problem.not_sold',
}

/** Says why the plan could not be renewed automatically. */
export function RenewalNotice({ data, action }: { data: EventOf<'renewal_problem'>; action: ReactNode }) {
  const t = useT()
  const details = (
    <Button component={PathLink} to="/user/center" variant="default">
      {t('renewal_problem.details')}
    </Button>
  )
  return (
    <Banner
      tone="warn"
      title={t('renewal.problem')}
      action={
        <>
          {details}
          {action}
        </>
      }
    >
      {t(REASONS[data.problem] ?? 'renewal_problem.other')}
    </Banner>
  )
}
