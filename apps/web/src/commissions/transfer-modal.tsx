import { transferCommission } from '@portico/contract/commissions'
import { fetchInvites } from '@portico/contract/invites'
import { minorDigits, toDecimal } from '@portico/contract/money'
import { call } from '../api/call.ts'
import { refreshWho } from '../api/who.ts'
import { t as translate, useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { useMoney } from '../ui/format/use-money.ts'

/** Moves commission to the balance, with a warning that this cannot be undone. */
export function TransferModal({ available, currency, onClose }: { available: number; currency: string; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const places = minorDigits(currency)
  const toInput = ({ amount }: { amount: string }) => ({ amount: parseFixed(amount, places) })
  const { form, bound } = useSavedForm({
    values: { amount: toDecimal(available, currency) },
    toInput,
    check: (values) => {
      const { amount } = toInput(values)
      return {
        ...schemaErrors(transferCommission.body, { amount }),
        ...(amount > available ? { amount: translate('transfer.too_much') } : {}),
      }
    },
    send: (body: { amount: number }) => call(transferCommission, { body }),
    done: (_, { amount }) => t('transfer.done', { amount: money(amount, currency) }),
    changes: [fetchInvites],
    after: async () => {
      onClose()
      await refreshWho()
    },
  })
  const { amount } = toInput(form.values)
  return (
    <FormModal
      title={t('transfer.title')}
      text={t('transfer.text')}
      submit={amount > 0 ? t('transfer.submit', { amount: money(amount, currency) }) : t('transfer.title')}
      {...bound}
      onClose={onClose}
    >
      <MoneyInput
        currency={currency}
        data-autofocus
        {...fieldOf(form, 'amount', t('transfer.amount'), t('transfer.available', { amount: money(available, currency) }))}
      />
    </FormModal>
  )
}
