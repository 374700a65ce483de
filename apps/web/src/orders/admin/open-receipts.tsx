import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { AdminOrder, Receipt } from '@portico/contract/orders-admin'
import { useT } from '../../i18n.ts'
import { methodName } from '../../payments/method-name.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { useMoney } from '../../ui/format/use-money.ts'

export type Choice = 'use' | 'leave' | ''
/** `receipts`: decision per open receipt, by id; '': none yet. */
export type PaidForm = { note: string; receipts: Record<string, Choice> }

interface OpenReceiptsProps {
  form: UseFormReturnType<PaidForm>
  order: AdminOrder
  receipts: Receipt[]
  /** Amount to be paid. */
  amount: number
}

/** Asks for each payment that waits for an operator whether it paid the order, and shows what is then left to pay. */
export function OpenReceipts({ form, order, receipts, amount }: OpenReceiptsProps) {
  const t = useT()
  const money = useMoney()
  const chosen = (id: number): Choice => form.values.receipts[id] ?? ''
  const used = receipts.reduce((sum, { id, value_amount }) => sum + (chosen(id) === 'use' ? (value_amount ?? 0) : 0), 0)
  const rest = amount - used
  return (
    <>
      {receipts.map(({ id, amount: came, currency, method_name, callback_no, value_amount }) => (
        <Radio.Group
          key={id}
          {...(value_amount === null && { description: t('order_manage.receipt_unknown') })}
          {...fieldOf(
            form,
            `receipts.${id}`,
            t('order_manage.receipt_open', { amount: money(came, currency), method: methodName(method_name), number: callback_no }),
          )}
          value={chosen(id)}
        >
          <div className="stacked">
            <Radio value="use" label={t('order_manage.receipt_use')} disabled={value_amount === null} />
            <Radio value="leave" label={t('order_manage.receipt_leave')} />
          </div>
        </Radio.Group>
      ))}
      {used > 0 && (
        <p className="quiet" role="status">
          {rest > 0 && t('order_manage.by_hand', { amount: money(rest, order.currency) })}
          {rest === 0 && t('order_manage.nothing_by_hand')}
          {rest < 0 && t('order_manage.to_balance', { amount: money(-rest, order.currency), email: order.email })}
        </p>
      )}
    </>
  )
}
