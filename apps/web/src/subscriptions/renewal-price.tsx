import { fetchMessages } from '@portico/contract/message-centre'
import { getRenewal } from '@portico/contract/saved-cards'
import { getDashboard, getSubscribe, updateMember } from '@portico/contract/subscriptions'
import { IconReceipt } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { useDate } from '../ui/format/use-date.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { useSave } from '../ui/use-save.ts'

/** Says what the next automatic renewal costs if the price is new. One click turns renewal off. */
export function RenewalPrice({ data, render }: EventProps<'renewal_price'>) {
  const t = useT()
  const money = useMoney()
  const date = useDate()
  const { amount, currency, fee = 0, plan } = data
  const end = date(data.expires_at, 'minute')
  return render({
    icon: IconReceipt,
    tone: 'warn',
    title: t('renewal_price.title', { amount: money(amount, currency) }),
    text: fee > 0 ? t('renewal_price.text_fee', { plan, end, fee: money(fee, currency) }) : t('renewal_price.text', { plan, end }),
    link: { to: '/user/center', label: t('renewal_problem.details') },
    button: <StopRenewing />,
  })
}

function StopRenewing() {
  const t = useT()
  const stop = useSave({
    send: () => call(updateMember, { body: { auto_renewal: false } }),
    done: t('renewal.switched_off'),
    changes: [getSubscribe, getDashboard, getRenewal, fetchMessages],
  })
  return (
    <button type="button" className={buttonClass('primary')} disabled={stop.isPending} onClick={() => stop.mutate()}>
      {t('renewal_price.stop')}
    </button>
  )
}
