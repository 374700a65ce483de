import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { transferCommission } from '@portico/contract/commissions'
import { fetchInvites } from '@portico/contract/invites'
import { minorDigits, toDecimal } from '@portico/contract/money'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'
import { t as translate, useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { Unit } from '../ui/form/unit.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './commissions.module.css'

/** Moves commission to the balance, after saying that there is no way back. */
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
  const transfer = useMutation({
    mutationFn: (body: { amount: number }) => call(transferCommission, { body }),
    onSuccess: async (_, { amount }) => {
      showNotice({ kind: 'success', message: t('transfer.done', { amount: money(amount, currency) }) })
      onClose()
      await refreshWho()
    },
    onError: (error) => showFieldErrors(form, error),
    onSettled: () => invalidate(fetchInvites),
  })
  const { amount } = toInput(form.values)
  return (
    <Modal opened onClose={onClose} title={<strong>{t('transfer.title')}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form noValidate className={styles['fields']} onSubmit={form.onSubmit((values) => transfer.mutate(toInput(values)))}>
        <p className={styles['quiet']}>{t('transfer.text')}</p>
        <TextInput
          label={t('transfer.amount')}
          description={t('transfer.available', { amount: money(available, currency) })}
          inputMode="decimal"
          rightSection={<Unit>{currency}</Unit>}
          rightSectionWidth={56}
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={transfer.isPending}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={transfer.isPending}>
            {amount > 0 ? t('transfer.submit', { amount: money(amount, currency) }) : t('transfer.title')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
