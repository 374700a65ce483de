import { Select, TextInput } from '@mantine/core'
import { fetchInvites } from '@portico/contract/invites'
import { minorDigits, toDecimal } from '@portico/contract/money'
import { fetchWithdrawals, requestWithdrawal, withdrawalFee } from '@portico/contract/withdrawals'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { t as translate, useT } from '../i18n.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { newNumber } from '../ui/form/new-number.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './withdrawals.module.css'

interface Terms {
  methods: string[]
  min_amount: number
  fee_percent: number
  currency: string
}
interface WithdrawForm extends Record<string, unknown> {
  withdraw_method: string
  withdraw_account: string
  amount: string
}

/**
 * Requests a payout of commission: the destination, the amount, and what is left after the fee. One opening of the form makes one
 * withdrawal, however often it is sent.
 */
export function WithdrawModal({ available, terms, onClose }: { available: number; terms: Terms; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const { currency } = terms
  const places = minorDigits(currency)
  const [withdrawalNo] = useState(newNumber)
  const toInput = (values: WithdrawForm) => ({ ...values, withdrawal_no: withdrawalNo, amount: parseFixed(values.amount, places) })
  const values: WithdrawForm = {
    withdraw_method: terms.methods.length === 1 ? (terms.methods[0] ?? '') : '',
    withdraw_account: '',
    amount: toDecimal(available, currency),
  }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: (_, input) => {
      const less = input.amount < terms.min_amount
      const wrong = input.amount > available ? translate('transfer.too_much') : less ? translate('withdraw.too_little') : null
      return { ...schemaErrors(requestWithdrawal.body, input), ...(wrong ? { amount: wrong } : {}) }
    },
    send: (body: ReturnType<typeof toInput>) => call(requestWithdrawal, { body }),
    done: t('withdraw.done'),
    changes: [fetchInvites, fetchWithdrawals],
    after: onClose,
  })
  const { amount } = toInput(form.values)
  return (
    <FormModal title={t('withdraw.title')} text={t('withdraw.text')} submit={t('withdraw.submit')} {...bound} onClose={onClose}>
      <Select data={terms.methods} allowDeselect={false} data-autofocus {...fieldOf(form, 'withdraw_method', t('withdraw.method'))} />
      <TextInput
        maxLength={200}
        autoComplete="off"
        {...fieldOf(form, 'withdraw_account', t('withdraw.account'), t('withdraw.account_text'))}
      />
      <MoneyInput
        currency={currency}
        {...fieldOf(
          form,
          'amount',
          t('withdraw.amount'),
          t('withdraw.range', { min: money(terms.min_amount, currency), max: money(available, currency) }),
        )}
      />
      {amount > 0 && <Sum amount={amount} terms={terms} />}
    </FormModal>
  )
}

function Sum({ amount, terms }: { amount: number; terms: Terms }) {
  const t = useT()
  const fee = withdrawalFee(amount, terms.fee_percent)
  return (
    <div className={styles['sum']} aria-live="polite">
      <Facts>
        <Fact name={t('withdraw.fee', { rate: String(terms.fee_percent) })}>
          <Money amount={fee} currency={terms.currency} />
        </Fact>
        <Fact name={t('withdraw.receive')}>
          <strong>
            <Money amount={amount - fee} currency={terms.currency} />
          </strong>
        </Fact>
      </Facts>
    </div>
  )
}
