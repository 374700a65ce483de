import { canMoveWithdrawal } from '@portico/contract/withdrawals'
import { adminApproveWithdrawal, adminListWithdrawals, type AdminWithdrawal } from '@portico/contract/withdrawals-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { BulkBar, BulkButton } from '../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../ui/table/bulk/use-bulk.ts'
import type { Picked } from '../ui/table/use-picking.ts'

/** Approves the waiting ones among the picked withdrawals, after naming their number and their sum. */
export function WithdrawalsBulk({ picked }: { picked: Picked<AdminWithdrawal> }) {
  const t = useT()
  const money = useMoney()
  const withdrawals = picked.rows
  const waiting = withdrawals.filter((one) => canMoveWithdrawal(one.status, 'approve'))
  const n = waiting.length
  const approve = useBulk({
    picked,
    send: ({ withdrawal_no }) => call(adminApproveWithdrawal, { params: { withdrawal_no } }, { background: true }),
    done: (all) => t('withdrawal_manage.approved_all', { n: all }),
    changes: [adminListWithdrawals],
  })
  // Commission has the site's one currency.
  const currency = withdrawals[0]?.currency ?? ''
  const sumOf = (some: AdminWithdrawal[]): number => some.reduce((sum, one) => sum + one.amount, 0)
  const ask = async (): Promise<void> => {
    const title = t('withdrawal_manage.approve_all_title', { n })
    const text = t('withdrawal_manage.approve_picked_text', { amount: money(sumOf(waiting), currency) })
    if (await confirm({ title, text, confirm: t('withdrawal_manage.approve') })) approve.run(waiting)
  }
  return (
    <BulkBar {...approve.bar} sum={withdrawals.length > 0 && <Money amount={sumOf(withdrawals)} currency={currency} />}>
      {n > 0 ? (
        <BulkButton busy={approve.busy} onClick={() => void ask()}>
          {t('withdrawal_manage.approve')}
        </BulkButton>
      ) : (
        <em>{t('withdrawal_manage.bulk_none')}</em>
      )}
    </BulkBar>
  )
}
