import { Button, Switch } from '@mantine/core'
import { fetchMessages } from '@portico/contract/message-centre'
import { getRenewal, type Renewal } from '@portico/contract/saved-cards'
import { getDashboard, getSubscribe, type Subscription, updateMember } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { formatMoney } from '../ui/format/format-money.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import { SavedCards } from './saved-cards.tsx'
import styles from './subscribe.module.css'

/**
 * Whether the plan renews automatically, what pays for it, and why the last renewal failed. A permanent plan has nothing to
 * renew, but a card may have been saved earlier.
 */
export function RenewCard({ subscription }: { subscription: Subscription }) {
  const t = useT()
  // This part may load after the rest of the page, or not at all.
  const { data: renewal } = useQuery(get(getRenewal, {}))
  const change = useSave({
    send: (on: boolean) => call(updateMember, { body: { auto_renewal: on } }),
    done: ({ auto_renew }) => t(auto_renew ? 'renewal.switched_on' : 'renewal.switched_off'),
    changes: [getSubscribe, getDashboard, getRenewal, fetchMessages],
  })
  const cards = renewal?.cards ?? []
  if (subscription.plan_id === null || subscription.expired_at === null) {
    return cards.length > 0 ? (
      <Card title={t('renewal.cards')}>
        <SavedCards cards={cards} />
      </Card>
    ) : null
  }
  return (
    <Card title={t('renewal.title')}>
      <div className={styles['renewal']}>
        <Switch
          checked={change.isPending ? change.variables : subscription.auto_renew}
          disabled={change.isPending}
          label={t('renewal.switch')}
          description={t(cards.length > 0 || renewal?.can_save_card ? 'renewal.text_card' : 'renewal.text')}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        {renewal && <NextPrice renewal={renewal} />}
        {subscription.auto_renew && <Shortfall problem={subscription.renew_problem} renewal={renewal} />}
        {cards.length > 0 && <SavedCards cards={cards} />}
      </div>
    </Card>
  )
}

/** What the next renewal costs. Members learn of a higher price seven days before. */
function NextPrice({ renewal: { amount, fee_amount: fee, currency } }: { renewal: Renewal }) {
  const t = useT()
  const money = useMoney()
  if (amount === null) return null
  const price = money(amount, currency)
  return <p>{fee > 0 ? t('renewal.next_fee', { amount: price, fee: money(fee, currency) }) : t('renewal.next', { amount: price })}</p>
}

/** Why the last renewal failed, and whether the next one will fail for lack of money. */
function Shortfall({ problem, renewal }: { problem: string | null; renewal: Renewal | undefined }) {
  const t = useT()
  const words = renewal && whatIsShort(renewal)
  if (problem === null && !words) return null
  return (
    <Banner
      tone="warn"
      title={t(problem === null ? 'renewal.short' : 'renewal.problem')}
      action={
        <Button component={PathLink} to="/user/topup" variant="default">
          {t('center.topup')}
        </Button>
      }
    >
      {problem}
      {problem !== null && words && ' '}
      {words && t(words.key, words.amounts)}
    </Banner>
  )
}

function whatIsShort({ amount, balance, currency, paid_by: paidBy, cards, can_save_card: canSave }: Renewal) {
  if (amount === null || paidBy !== null) return null
  const money = (value: number): string => formatMoney(value, currency, language.get())
  const more = cards.length > 0 ? 'renewal.short_text_tried' : canSave ? 'renewal.short_text_card' : 'renewal.short_text'
  return { key: more, amounts: { balance: money(balance), amount: money(amount) } } as const
}
