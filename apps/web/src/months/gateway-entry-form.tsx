import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { minorDigits } from '@portico/contract/money'
import { adminAddGatewayEntry, adminReadMonth, GatewayEntryInput, type GatewayEntryKind, type Month } from '@portico/contract/months-admin'
import { call } from '../api/call.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { DayField } from '../ui/form/day-field.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { shiftDay, shiftMonth } from '../ui/format/calendar.ts'
import { useToday } from '../ui/format/use-today.ts'
import { momentAt } from '../ui/format/zoned-time.ts'

interface EntryFormProps {
  month: string
  methods: Month['methods']
  onClose: () => void
}
type Values = { kind: GatewayEntryKind; method_id: string; day: string | undefined; amount: string; note: string }

/** Enters what a gateway kept, or paid out to the bank. */
export function GatewayEntryForm({ month, methods, onClose }: EntryFormProps) {
  const t = useT()
  const zone = useZone()
  const today = useToday()
  const lastDay = shiftDay(`${shiftMonth(month, 1)}-01`, -1)
  const currencyOf = (id: string): string => methods.find((method) => String(method.id) === id)?.currency ?? ''
  const toInput = ({ kind, method_id: id, day, amount, note }: Values): GatewayEntryInput => {
    const currency = currencyOf(id)
    // A cost may be given back: then it is below zero.
    const [sign, digits] = kind === 'cost' && amount.trim().startsWith('-') ? [-1, amount.trim().slice(1)] : [1, amount]
    const minor = sign * parseFixed(digits, minorDigits(currency))
    const happened_at = day === undefined ? '' : momentAt(`${day}T12:00`, zone).toISOString()
    return { kind, method_id: Number(id), happened_at, currency, amount: minor, note }
  }
  const values: Values = {
    kind: 'payout',
    method_id: String(methods[0]?.id ?? ''),
    day: lastDay < today ? lastDay : today,
    amount: '',
    note: '',
  }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: (values) => {
      const { happened_at: day, ...errors } = schemaErrors(GatewayEntryInput, toInput(values))
      return day === undefined ? errors : { ...errors, day }
    },
    send: (input: GatewayEntryInput) => call(adminAddGatewayEntry, { body: input }),
    done: t('month.entered'),
    changes: [adminReadMonth],
    after: onClose,
  })
  return (
    <FormModal title={t('month.enter')} text={t('month.enter_text')} submit={t('month.enter_submit')} {...bound} onClose={onClose}>
      <SegmentedControl
        aria-label={t('month.kind')}
        data={(['payout', 'cost'] as const).map((value) => ({ value, label: t(`month.kind_${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <NativeSelect
        data={methods.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...fieldOf(form, 'method_id', t('month.method'))}
      />
      <MoneyInput currency={currencyOf(form.values.method_id)} data-autofocus {...fieldOf(form, 'amount', t('month.amount'))} />
      <DayField label={t('month.day')} value={form.values.day} max={today} onChange={(day) => form.setFieldValue('day', day)} />
      <TextInput maxLength={500} {...fieldOf(form, 'note', t('month.note'))} />
    </FormModal>
  )
}
