import { IconRefreshAlert } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { type MessageKey, useT } from '../i18n.ts'

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
  'renewal.price_not_agreed': 'renewal_problem.price_not_agreed',
}

/** Says why the plan could not be renewed automatically. */
export function RenewalFailed({ data, render }: EventProps<'renewal_problem'>) {
  const t = useT()
  return render({
    icon: IconRefreshAlert,
    tone: 'warn',
    title: t('renewal.problem'),
    text: t(REASONS[data.problem] ?? 'renewal_problem.other'),
    link: { to: '/user/center', label: t('renewal_problem.details') },
  })
}
