import { Button, Textarea } from '@mantine/core'
import { canMoveWithdrawal } from '@portico/contract/withdrawals'
import {
  adminApproveWithdrawal,
  adminListWithdrawals,
  adminPayWithdrawal,
  adminRejectWithdrawal,
  type AdminWithdrawal,
} from '@portico/contract/withdrawals-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { ForOthers } from '../ui/for-others.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'

/** Actions for a withdrawal in its status. */
export function WithdrawalActions({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const may = useMay()
  const [asking, setAsking] = useState<'pay' | 'reject' | null>(null)
  const { status, withdrawal_no } = withdrawal
  const approve = useSave({
    send: () => call(adminApproveWithdrawal, { params: { withdrawal_no } }),
    done: t('withdrawal_manage.approval_done'),
    changes: [adminListWithdrawals],
  })
  return (
    <>
      {may('withdrawals.decide') && (
        <ForOthers accountId={withdrawal.account_id}>
          {canMoveWithdrawal(status, 'approve') && (
            <Button loading={approve.isPending} onClick={() => approve.mutate()}>
              {t('withdrawal_manage.approve')}
            </Button>
          )}
          {canMoveWithdrawal(status, 'pay') && <Button onClick={() => setAsking('pay')}>{t('withdrawal_manage.pay')}</Button>}
          {canMoveWithdrawal(status, 'reject') && (
            <Button ml="auto" variant="outline" color="var(--bad-text)" onClick={() => setAsking('reject')}>
              {t('withdrawal_manage.reject')}
            </Button>
          )}
        </ForOthers>
      )}
      {asking && <Decision key={asking} kind={asking} withdrawal={withdrawal} onClose={() => setAsking(null)} />}
    </>
  )
}

/** Asks for the decision's text: how it was paid, or why rejected. */
function Decision({ kind, withdrawal, onClose }: { kind: 'pay' | 'reject'; withdrawal: AdminWithdrawal; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const { withdrawal_no, amount, fee_amount: fee, currency, email, method } = withdrawal
  const name = kind === 'pay' ? 'proof' : 'reason'
  const toBody = ({ text }: { text: string }) => ({ [name]: text })
  const { form, bound } = useSavedForm({
    values: { text: '' },
    check: (values) => {
      const schema = kind === 'pay' ? adminPayWithdrawal.body : adminRejectWithdrawal.body
      const problem = schemaErrors(schema, toBody(values))[name]
      return problem ? { text: problem } : {}
    },
    send: ({ text }: { text: string }) =>
      kind === 'pay'
        ? call(adminPayWithdrawal, { params: { withdrawal_no }, body: { proof: text } })
        : call(adminRejectWithdrawal, { params: { withdrawal_no }, body: { reason: text } }),
    done: t(`withdrawal_manage.done_${kind}`),
    changes: [adminListWithdrawals],
    after: onClose,
  })
  const words = { amount: money(kind === 'pay' ? amount - fee : amount, currency), email, method }
  return (
    <FormModal
      title={t(`withdrawal_manage.${kind}`)}
      text={t(`withdrawal_manage.${kind}_text`, words)}
      submit={t(`withdrawal_manage.${kind}_confirm`, words)}
      danger={kind === 'reject'}
      {...bound}
      onClose={onClose}
    >
      <Textarea
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...fieldOf(form, 'text', t(`withdrawal_manage.${name}`), t(`withdrawal_manage.${name}_text`))}
      />
    </FormModal>
  )
}
