import { useForm } from '@mantine/form'
import { transferCommission } from '@portico/contract/commissions'
import { fetchInvites } from '@portico/contract/invites'
import { minorDigits, toDecimal } from '@portico/contract/money'
import { call } from '../api/call.ts'
import { refreshWho } from '../api/who.ts'
import { t as translate, useT } from '../i18n.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'

/** Moves commission to the balance, with a warning that this cannot be undone. */
export function TransferModal({ available, currency, onClose }: { available: number; currency: string; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const places = minorDigits(currency)
  const toInput = ({ amount }: { amount: string }) => ({ amount: parseFixed(amount, places) })
  const form = useForm({
    initialValues: { amount: toDecimal(available, currency) },
    validate: (values) => {
      const { amount } = toInput(values)
      return {
        ...schemaErrors(transferCommission.body, { amount }),
        ...(amount > available ? { amount: translate('transfer.too_much') } : {}),
      }
    },
  })
  const transfer = useSave({
    form,
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
      saving={transfer.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => transfer.mutate(toInput(values)))}
    >
      <MoneyInput
        label={t('transfer.amount')}
        description={t('transfer.available', { amount: money(available, currency) })}
        currency={currency}
        data-autofocus
        {...form.getInputProps('amount')}
      />
    </FormModal>
  )
}
