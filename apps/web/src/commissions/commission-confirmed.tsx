import { IconCashBanknote } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'

/** Says what a member has earned by an invitation. */
export function CommissionConfirmed({ data, render }: EventProps<'commission_confirmed'>) {
  const t = useT()
  const money = useMoney()
  return render({
    icon: IconCashBanknote,
    tone: 'good',
    title: t('commission_confirmed.title', { amount: money(data.amount, data.currency) }),
    text: t('commission_confirmed.text'),
    link: { to: '/user/invites', label: t('commission_confirmed.see') },
  })
}
