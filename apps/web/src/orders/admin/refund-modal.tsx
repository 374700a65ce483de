import { Checkbox, Select, Textarea } from '@mantine/core'
import { minorDigits, toDecimal } from '@portico/contract/money'
import {
  adminGetOrder,
  adminListOrders,
  type AdminOrder,
  adminRefundOrder,
  type Refundable,
  type RefundWay,
} from '@portico/contract/orders-admin'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { t as translate, useT } from '../../i18n.ts'
import { methodName } from '../../payments/method-name.ts'
import { Banner } from '../../ui/banner.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { fieldOf, flagOf } from '../../ui/form/field-of.ts'
import { parseFixed } from '../../ui/form/fixed-point.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { MoneyInput } from '../../ui/form/money-input.tsx'
import { newNumber } from '../../ui/form/new-number.ts'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMarkedForm } from '../../ui/form/use-marked-form.ts'
import { useDeadline } from '../../ui/format/use-date.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from '../orders-manage.module.css'

interface RefundForm extends Record<string, unknown> {
  /** A kind of refund, or the number of the payment to refund through its gateway. */
  way: string
  amount: string
  reason: string
  end_term: boolean
}
interface Way {
  value: string
  label: string
  most: number
  /** All of `most` or nothing. */
  wholeOnly: boolean
}

/** Refunds an order in full or in part. One opening of the form makes one refund, however often it is sent. */
export function RefundModal({ order, refundable, onClose }: { order: AdminOrder; refundable: Refundable; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const [refundNo] = useState(newNumber)
  const ways = useWays(refundable)
  const { currency } = order
  const wayOfName = (way: string): Way | undefined => ways.find(({ value }) => value === way)
  const mostOf = (way: string): number => wayOfName(way)?.most ?? 0
  const toBody = ({ way, amount, reason, end_term }: RefundForm) => ({
    refund_no: refundNo,
    ...wayOf(way),
    amount: parseFixed(amount, minorDigits(currency)),
    reason,
    end_term,
    ...(refundable.disputed && { despite_dispute: true }),
  })
  const form = useMarkedForm<RefundForm>({
    initialValues: {
      way: ways[0]?.value ?? '',
      amount: toDecimal(ways[0]?.most ?? 0, currency),
      reason: '',
      end_term: ways[0]?.most === refundable.total,
    },
    validate: (values) => {
      const body = toBody(values)
      const tooMuch =
        body.amount > mostOf(values.way) ? { amount: translate('refund.too_much', { amount: money(mostOf(values.way), currency) }) } : {}
      return { ...schemaErrors(adminRefundOrder.body, body), ...tooMuch }
    },
  })
  const save = useSave({
    form,
    send: (values: RefundForm) => call(adminRefundOrder, { params: { trade_no: order.trade_no }, body: toBody(values) }),
    done: ({ status }) => t(status === 'requested' ? 'refund.asked' : 'refund.done'),
    changes: [adminGetOrder, adminListOrders],
    after: onClose,
  })
  const ask = async (values: RefundForm): Promise<void> => {
    const amount = money(toBody(values).amount, currency)
    const what = t(values.end_term ? 'refund.confirm_end' : 'refund.confirm_text', { email: order.email })
    const text = refundable.disputed ? `${t('refund.disputed')} ${what}` : what
    if (await confirm({ title: t('refund.confirm_title', { amount }), text, confirm: t('refund.confirm', { amount }), danger: true }))
      save.mutate(values)
  }
  const chooseWay = (way: string | null): void => {
    if (way !== null) form.setValues({ way, amount: toDecimal(mostOf(way), currency), end_term: mostOf(way) === refundable.total })
  }
  // For a part, the rest of the term goes on, unless staff say otherwise.
  const chooseAmount = (amount: string): void =>
    form.setValues({ amount, end_term: parseFixed(amount, minorDigits(currency)) === refundable.total })
  const wholeOnly = wayOfName(form.values.way)?.wholeOnly === true
  return (
    <FormModal
      title={t('refund.title')}
      text={t('refund.text', { amount: money(refundable.total, currency), number: order.trade_no })}
      submit={t('refund.submit')}
      danger
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void ask(values))}
    >
      <Select
        data={ways.map(({ value, label }) => ({ value, label }))}
        allowDeselect={false}
        {...fieldOf(form, 'way', t('refund.way'))}
        onChange={chooseWay}
      />
      <MoneyInput
        readOnly={wholeOnly}
        currency={currency}
        {...fieldOf(
          form,
          'amount',
          t('refund.amount'),
          t(wholeOnly ? 'refund.whole_only' : 'refund.most', { amount: money(mostOf(form.values.way), currency) }),
        )}
        onChange={(event) => chooseAmount(event.currentTarget.value)}
      />
      {refundable.disputed && <Banner tone="warn" title={t('refund.disputed')} />}
      <Textarea autosize minRows={2} maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('refund.reason'))} />
      {order.plan_id !== null && order.type !== 'reset' && <Checkbox {...flagOf(form, 'end_term', t('refund.end_term'))} />}
      {refundable.ending && <Ending ending={refundable.ending} ends={form.values.end_term} currency={currency} />}
    </FormModal>
  )
}

/** The member's plan now, and after the refund. */
function Ending({ ending, ends, currency }: { ending: NonNullable<Refundable['ending']>; ends: boolean; currency: string }) {
  const { before, after, credited } = ending
  const t = useT()
  const money = useMoney()
  const deadline = useDeadline()
  const words = ({ plan_name, expires_at }: typeof before): string => {
    if (plan_name === null) return t('refund.no_plan')
    return expires_at === null
      ? t('refund.permanent', { plan: plan_name })
      : t('refund.until', { plan: plan_name, time: deadline(expires_at) })
  }
  return (
    <dl className={styles['ending']}>
      <dt>{t('refund.now')}</dt>
      <dd>{words(before)}</dd>
      <dt>{t('refund.after')}</dt>
      <dd>{words(ends ? after : before)}</dd>
      {ends && credited > 0 && (
        <>
          <dt>{t('refund.credited')}</dt>
          <dd>{money(credited, currency)}</dd>
        </>
      )}
    </dl>
  )
}

function wayOf(way: string): { way: RefundWay; attempt_no?: string } {
  return way === 'balance' || way === 'manual' ? { way } : { way: 'gateway', attempt_no: way }
}

function useWays({ gateway, balance, manual }: Refundable): Way[] {
  const t = useT()
  return [
    ...gateway.map(({ attempt_no, method_name, amount, whole_only }) => ({
      value: attempt_no,
      label: t('refund.way_gateway', { method: methodName(method_name) }),
      most: amount,
      wholeOnly: whole_only,
    })),
    { value: 'balance', label: t('refund.way_balance'), most: balance, wholeOnly: false },
    { value: 'manual', label: t('refund.way_manual'), most: manual, wholeOnly: false },
  ].filter(({ most }) => most > 0)
}
