import { Select, TextInput } from '@mantine/core'
import { minorDigits } from '@portico/contract/money'
import { adminAssignOrder, adminListOrders, type RestDecision } from '@portico/contract/orders-admin'
import { type Period, PERIODS } from '@portico/contract/periods'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { get } from '../../api/query.ts'
import { useWho } from '../../api/who.ts'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { parseFixed } from '../../ui/form/fixed-point.ts'
import { FormDrawer } from '../../ui/form/form-drawer.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { MoneyInput } from '../../ui/form/money-input.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMarkedForm } from '../../ui/form/use-marked-form.ts'
import { useSave } from '../../ui/use-save.ts'
import { RestModal, undecidedRest } from './rest-modal.tsx'

interface AssignForm extends Record<string, unknown> {
  email: string
  plan_id: string | null
  period: Period | null
  total_amount: string
}

/** Gives a member a plan without payment. The order is like any other and is opened at once. */
export function AssignDrawer({ onClose, onAssigned }: { onClose: () => void; onAssigned: (tradeNo: string) => void }) {
  const t = useT()
  const { currency } = useWho()
  const plans = useQuery(get(adminListPlans, {}))
  const toBody = ({ email, plan_id, period, total_amount }: AssignForm) => ({
    email: email.trim(),
    plan_id: plan_id === null ? Number.NaN : Number(plan_id),
    period: period ?? ('' as Period),
    total_amount: parseFixed(total_amount, minorDigits(currency)),
  })
  const form = useMarkedForm<AssignForm>({
    initialValues: { email: '', plan_id: null, period: null, total_amount: '0' },
    validate: (values) => schemaErrors(adminAssignOrder.body, toBody(values)),
  })
  const save = useSave({
    form,
    send: ({ values, decision }: { values: AssignForm; decision?: RestDecision }) =>
      call(adminAssignOrder, { body: { ...toBody(values), ...(decision && { decision }) } }),
    done: t('assign.done'),
    changes: [adminListOrders],
    after: ({ trade_no }) => onAssigned(trade_no),
  })
  const undecided = undecidedRest(save.error)
  const sent = save.variables?.values
  return (
    <FormDrawer
      title={t('assign.title')}
      saving={save.isPending}
      form={form}
      draft="assign"
      saveLabel={t('assign.submit')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate({ values }))}
    >
      {undecided && sent && (
        <RestModal
          undecided={undecided}
          canCarry
          saving={save.isPending}
          onClose={() => save.reset()}
          onDecide={(decision) => save.mutate({ values: sent, decision })}
        />
      )}
      <p className="quiet">{t('assign.text')}</p>
      <TextInput required type="email" data-autofocus {...fieldOf(form, 'email', t('assign.email'))} />
      <FieldRow>
        <Select
          required
          placeholder={t('form.choose')}
          searchable
          data={(plans.data?.items ?? []).map(({ id, shown_name: label }) => ({ value: String(id), label }))}
          {...fieldOf(form, 'plan_id', t('assign.plan'))}
        />
        <Select
          required
          placeholder={t('form.choose')}
          data={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
          {...fieldOf(form, 'period', t('assign.period'))}
        />
      </FieldRow>
      <MoneyInput currency={currency} {...fieldOf(form, 'total_amount', t('assign.amount'), t('assign.amount_text'))} />
    </FormDrawer>
  )
}
