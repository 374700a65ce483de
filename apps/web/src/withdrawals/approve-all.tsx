import { Button } from '@mantine/core'
import { adminApproveWithdrawals, adminListWithdrawals } from '@portico/contract/withdrawals-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'

interface Props {
  filter: { method: string | undefined; q: string | undefined; from: string | undefined; to: string | undefined }
  waiting: { count: number; amount: number; currency: string }
}

/** Approves every waiting request that matches method and search, after naming their number and their sum. */
export function ApproveAll({ filter, waiting }: Props) {
  const t = useT()
  const money = useMoney()
  const { count: n, amount, currency } = waiting
  const days = (filter.from ?? filter.to) && `${filter.from ?? '…'} – ${filter.to ?? '…'}`
  const narrowed = [filter.method, filter.q && `“${filter.q}”`, days].filter(Boolean).join(' · ')
  const scope = narrowed ? t('withdrawal_manage.scope_filtered', { filter: narrowed }) : t('withdrawal_manage.scope_all')
  const approve = useSave({
    send: () => call(adminApproveWithdrawals, { body: { ...filter, expected: n } }),
    ask: {
      title: t('withdrawal_manage.approve_all_title', { n }),
      text: t('withdrawal_manage.approve_all_text', { scope, amount: money(amount, currency) }),
      confirm: t('withdrawal_manage.approve_all', { n }),
    },
    done: ({ approved }) => t('withdrawal_manage.approved_all', { n: approved }),
    changes: [adminListWithdrawals],
  })
  if (n === 0) return null
  return (
    <Allowed to="withdrawals.decide">
      <Button disabled={n > 1000} loading={approve.isPending} onClick={() => approve.mutate()}>
        {t('withdrawal_manage.approve_all', { n })}
      </Button>
    </Allowed>
  )
}
