import { Button } from '@mantine/core'
import { getRenewal, removeSavedCard, type SavedCard } from '@portico/contract/saved-cards'
import { IconCreditCard } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './subscribe.module.css'

/** The cards that renewals may be charged to, each with a button to remove it. */
export function SavedCards({ cards }: { cards: SavedCard[] }) {
  const t = useT()
  return (
    <ul className={styles['cards']} aria-label={t('renewal.cards')}>
      {cards.map((card) => (
        <SavedCardItem key={card.id} card={card} />
      ))}
    </ul>
  )
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

function SavedCardItem({ card }: { card: SavedCard }) {
  const t = useT()
  const name = `${BRANDS[card.brand] ?? card.brand} •••• ${card.last4}`
  const remove = useSave({
    ask: { title: t('renewal.remove_title'), text: t('renewal.remove_text', { card: name }), confirm: t('renewal.remove'), danger: true },
    send: () => call(removeSavedCard, { params: { id: card.id } }),
    done: t('renewal.removed'),
    changes: [getRenewal],
  })
  const expires = t('renewal.card_expires', { month: String(card.exp_month).padStart(2, '0'), year: String(card.exp_year) })
  return (
    <li>
      <IconCreditCard size={24} stroke={1.5} aria-hidden />
      <span className={styles['client']}>
        <strong>{name}</strong>
        <small>
          {expires} · {methodName(card.method_name)}
          {!card.usable && ` · ${t('renewal.card_unusable')}`}
        </small>
        {card.problem !== null && <small className={styles['problem']}>{card.problem}</small>}
      </span>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        aria-label={t('renewal.remove_card', { card: name })}
        onClick={() => remove.mutate()}
      >
        {t('renewal.remove')}
      </Button>
    </li>
  )
}
