import { Button, Modal, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { canMoveWithdrawal } from '@portico/contract/withdrawals'
import {
  adminApproveWithdrawal,
  adminListWithdrawals,
  adminPayWithdrawal,
  adminRejectWithdrawal,
  type AdminWithdrawal,
} from '@portico/contract/withdrawals-admin'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './withdrawals.module.css'

const refresh = (): Promise<void> => invalidate(adminListWithdrawals)

/** What an operator can do to a withdrawal in its present status. */
export function WithdrawalActions({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const [asking, setAsking] = useState<'pay' | 'reject' | null>(null)
  const { status, withdrawal_no } = withdrawal
  const approve = useMutation({
    mutationFn: () => call(adminApproveWithdrawal, { params: { withdrawal_no } }),
    onSuccess: () => showNotice({ kind: 'success', message: t('withdrawal_manage.approval_done') }),
    onSettled: refresh,
  })
  return (
    <>
      <Allowed to="withdrawals.decide">
        <Button disabled={!canMoveWithdrawal(status, 'approve')} loading={approve.isPending} onClick={() => approve.mutate()}>
          {t('withdrawal_manage.approve')}
        </Button>
      </Allowed>
      <Allowed to="withdrawals.decide">
        <Button disabled={!canMoveWithdrawal(status, 'pay')} onClick={() => setAsking('pay')}>
          {t('withdrawal_manage.pay')}
        </Button>
      </Allowed>
      <Allowed to="withdrawals.decide">
        <Button variant="outline" color="var(--danger)" disabled={!canMoveWithdrawal(status, 'reject')} onClick={() => setAsking('reject')}>
          {t('withdrawal_manage.reject')}
        </Button>
      </Allowed>
      {asking && <Decision key={asking} kind={asking} withdrawal={withdrawal} onClose={() => setAsking(null)} />}
    </>
  )
}

/** Asks for the words that go with it: how it was paid, or why not. */
function Decision({ kind, withdrawal, onClose }: { kind: 'pay' | 'reject'; withdrawal: AdminWithdrawal; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const { withdrawal_no, amount, fee_amount: fee, currency, email, method } = withdrawal
  const name = kind === 'pay' ? 'proof' : 'reason'
  const toBody = ({ text }: { text: string }) => ({ [name]: text })
  const form = useForm({
    initialValues: { text: '' },
    validate: (values) => {
      const schema = kind === 'pay' ? adminPayWithdrawal.body : adminRejectWithdrawal.body
      const problem = schemaErrors(schema, toBody(values))[name]
      return problem ? { text: problem } : {}
    },
  })
  const save = useMutation({
    mutationFn: ({ text }: { text: string }) =>
      kind === 'pay'
        ? call(adminPayWithdrawal, { params: { withdrawal_no }, body: { proof: text } })
        : call(adminRejectWithdrawal, { params: { withdrawal_no }, body: { reason: text } }),
    onSuccess: () => {
      showNotice({ kind: 'success', message: t(`withdrawal_manage.done_${kind}`) })
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
    onSettled: refresh,
  })
  const words = { amount: money(kind === 'pay' ? amount - fee : amount, currency), email, method }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t(`withdrawal_manage.${kind}`)}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form noValidate className={styles['fields']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <p className={styles['quiet']}>{t(`withdrawal_manage.${kind}_text`, words)}</p>
        <Textarea
          label={t(`withdrawal_manage.${name}`)}
          description={t(`withdrawal_manage.${name}_text`)}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <div className={styles['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" {...(kind === 'reject' ? { color: 'red.8' } : {})} loading={save.isPending}>
            {t(`withdrawal_manage.${kind}_confirm`, words)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
