import { Button, Group, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminAdjustBalance, adminGetUser, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { minorDigits } from '@portico/contract/money'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { t as translate, useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { Unit } from '../ui/form/unit.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './users-manage.module.css'

interface BalanceForm extends Record<string, unknown> {
  direction: 'add' | 'take'
  amount: string
  reason: string
}

/** Adds to a balance or takes from it, with the reason that goes into the books. */
export function BalanceModal({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const toInput = ({ direction, amount, reason }: BalanceForm) => {
    const value = parseFixed(amount, minorDigits(user.currency))
    return { amount: direction === 'take' ? -value : value, reason }
  }
  const form = useForm<BalanceForm>({
    initialValues: { direction: 'add', amount: '', reason: '' },
    validate: (values) => {
      const input = toInput(values)
      const zero = input.amount === 0 ? { amount: translate('user_manage.amount_zero') } : {}
      return { ...schemaErrors(adminAdjustBalance.body, input), ...zero }
    },
  })
  const save = useMutation({
    mutationFn: (body: { amount: number; reason: string }) => call(adminAdjustBalance, { params: { id: user.id }, body }),
    onSuccess: async ({ balance, currency }) => {
      showNotice({ kind: 'success', message: t('user_manage.adjusted', { amount: money(balance, currency) }) })
      await invalidate(adminGetUser, adminListUsers)
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('user_manage.adjust')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}>
        <p className={styles['quiet']}>{t('user_manage.adjust_text', { email: user.email, amount: money(user.balance, user.currency) })}</p>
        <SegmentedControl
          fullWidth
          mt="md"
          aria-label={t('user_manage.direction')}
          data={[
            { value: 'add', label: t('user_manage.add') },
            { value: 'take', label: t('user_manage.take') },
          ]}
          {...form.getInputProps('direction')}
        />
        <TextInput
          mt="md"
          label={t('user_manage.amount')}
          inputMode="decimal"
          rightSection={<Unit>{user.currency}</Unit>}
          rightSectionWidth={56}
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          mt="md"
          label={t('user_manage.reason')}
          description={t('user_manage.reason_text')}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('action.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
