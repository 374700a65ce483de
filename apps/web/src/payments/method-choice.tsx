import { Checkbox } from '@mantine/core'
import type { PaymentChoice } from '@portico/contract/checkout'
import { IconBuildingBank, IconCheck, IconCreditCard, IconWallet } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './payments.module.css'
import { methodName } from './method-name.ts'
import type { Ways } from './use-way.ts'

/** Whether the member can use a payment method. Only the balance can be too low. */
export function isAffordable(method: PaymentChoice, balance: number): boolean {
  return method.driver !== 'balance' || balance >= method.pay_amount
}

interface MethodChoiceProps {
  ways: Ways
  balance?: number
  currency: string
  disabled: boolean
}

/** The payment methods for an order, with the fee of each. */
export function MethodChoice({ ways, balance = 0, currency, disabled }: MethodChoiceProps) {
  const t = useT()
  const { way, choose, saveCard } = ways
  const note = useId()
  const involves = (method: PaymentChoice): boolean => method.driver === 'manual' && method.id === way?.method.id
  return (
    <fieldset className={styles['methods']} disabled={disabled}>
      <legend>{t('pay.with')}</legend>
      {ways.methods.map((method) => (
        <div key={method.id} className={styles['method']}>
          <label>
            <input
              type="radio"
              name="method"
              className="visually-hidden"
              checked={method.id === way?.method.id}
              aria-describedby={involves(method) ? note : undefined}
              onChange={() => choose(method.id)}
            />
            <Icon method={method} />
            <span className={styles['name']}>{methodName(method.name)}</span>
            <Note method={method} balance={balance} currency={currency} />
            <IconCheck className={styles['check']} size={18} aria-hidden />
          </label>
          {involves(method) && <p id={note}>{t('pay.transfer_text')}</p>}
        </div>
      ))}
      {way?.method.can_save_card && (
        <Checkbox
          checked={way.savesCard}
          label={t('pay.save_card')}
          description={t('pay.save_card_text')}
          onChange={(event) => saveCard(event.currentTarget.checked)}
        />
      )}
    </fieldset>
  )
}

function Icon({ method }: { method: PaymentChoice }) {
  if (method.icon) return <img src={method.icon} alt="" width={20} height={20} referrerPolicy="no-referrer" />
  const Drawing = method.driver === 'balance' ? IconWallet : method.driver === 'manual' ? IconBuildingBank : IconCreditCard
  return <Drawing size={20} stroke={1.6} aria-hidden />
}

function Note({ method, balance, currency }: { method: PaymentChoice; balance: number; currency: string }) {
  const t = useT()
  const money = useMoney()
  if (method.fee_amount > 0) return <small>{t('pay.fee', { amount: money(method.fee_amount, currency) })}</small>
  return method.driver === 'balance' ? <small>{t('pay.balance', { amount: money(balance, currency) })}</small> : null
}
