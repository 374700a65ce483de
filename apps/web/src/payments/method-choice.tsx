import type { PaymentChoice } from '@portico/contract/orders'
import { IconBuildingBank, IconCreditCard, IconWallet } from '@tabler/icons-react'
import { language, useT } from '../i18n.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { Money } from '../ui/format/money.tsx'
import styles from './payments.module.css'

/** Whether the member can use a payment method. Only the balance can be too low. */
export function isAffordable(method: PaymentChoice, balance: number): boolean {
  return method.driver !== 'balance' || balance >= method.pay_amount
}

interface MethodChoiceProps {
  methods: PaymentChoice[]
  balance: number
  currency: string
  value: number | null
  disabled: boolean
  onChange: (id: number) => void
}

/** The payment methods for an order, with what each costs. */
export function MethodChoice({ methods, balance, currency, value, disabled, onChange }: MethodChoiceProps) {
  const t = useT()
  return (
    <fieldset className={styles['methods']} disabled={disabled}>
      <legend className="visually-hidden">{t('pay.title')}</legend>
      {methods.map((method) => (
        <label key={method.id} className={styles['method']}>
          <input
            type="radio"
            name="method"
            checked={method.id === value}
            disabled={!isAffordable(method, balance)}
            onChange={() => onChange(method.id)}
          />
          <Icon method={method} />
          <span className={styles['name']}>
            <strong>{method.name}</strong>
            <Note method={method} balance={balance} currency={currency} />
          </span>
          <span className={styles['amount']}>
            <Money amount={method.pay_amount} currency={currency} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Icon({ method }: { method: PaymentChoice }) {
  if (method.icon) return <img src={method.icon} alt="" width={28} height={28} referrerPolicy="no-referrer" />
  const Drawing = method.driver === 'balance' ? IconWallet : method.driver === 'manual' ? IconBuildingBank : IconCreditCard
  return <Drawing size={28} stroke={1.5} aria-hidden />
}

function Note({ method, balance, currency }: Pick<MethodChoiceProps, 'balance' | 'currency'> & { method: PaymentChoice }) {
  const t = useT()
  const money = (amount: number): string => formatMoney(amount, currency, language.get())
  const fee = method.fee_amount > 0 ? t('pay.fee', { amount: money(method.fee_amount) }) : t('pay.no_fee')
  if (method.driver !== 'balance') return <small>{fee}</small>
  const has = t('pay.balance', { amount: money(balance) })
  if (isAffordable(method, balance)) return <small>{method.fee_amount > 0 ? `${has} · ${fee}` : has}</small>
  return (
    <small>
      {has} · <span className={styles['short']}>{t('pay.balance_short', { amount: money(method.pay_amount - balance) })}</span>
    </small>
  )
}
