import { SegmentedControl, TextInput } from '@mantine/core'
import { adminAdjustBalance, adminGetUser, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { minorDigits } from '@portico/contract/money'
import { call } from '../api/call.ts'
import { t as translate, useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { useMoney } from '../ui/format/use-money.ts'

interface BalanceForm extends Record<string, unknown> {
  direction: 'add' | 'take'
  amount: string
  reason: string
}

/** Adds to or subtracts from a balance. The reason goes into the ledger. */
export function BalanceModal({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const toInput = ({ direction, amount, reason }: BalanceForm) => {
    const value = parseFixed(amount, minorDigits(user.currency))
    return { amount: direction === 'take' ? -value : value, reason }
  }
  const values: BalanceForm = { direction: 'add', amount: '', reason: '' }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: (values) => {
      const input = toInput(values)
      const zero = input.amount === 0 ? { amount: translate('user_manage.amount_zero') } : {}
      return { ...schemaErrors(adminAdjustBalance.body, input), ...zero }
    },
    send: (body: { amount: number; reason: string }) => call(adminAdjustBalance, { params: { id: user.id }, body }),
    done: ({ balance, currency }) => t('user_manage.adjusted', { amount: money(balance, currency) }),
    changes: [adminGetUser, adminListUsers],
    after: onClose,
  })
  const { amount } = toInput(form.values)
  const result = amount ? t('user_manage.balance_then', { amount: money(user.balance + amount, user.currency) }) : undefined
  return (
    <FormModal
      title={t('user_manage.adjust')}
      text={t('user_manage.adjust_text', { email: user.label, amount: money(user.balance, user.currency) })}
      submit={t('action.confirm')}
      {...bound}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('user_manage.direction')}
        data={[
          { value: 'add', label: t('user_manage.add') },
          { value: 'take', label: t('user_manage.take') },
        ]}
        {...form.getInputProps('direction')}
      />
      <MoneyInput currency={user.currency} data-autofocus {...fieldOf(form, 'amount', t('user_manage.amount'), result)} />
      <TextInput maxLength={200} {...fieldOf(form, 'reason', t('user_manage.reason'), t('user_manage.reason_text'))} />
    </FormModal>
  )
}
