import type { AdminWithdrawal } from '@portico/contract/withdrawals-admin'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { WithdrawalActions } from './withdrawal-actions.tsx'
import { WithdrawalStatusBadge } from './withdrawal-status.tsx'
import styles from './withdrawals.module.css'

/** One withdrawal: the member, the destination, the progress, and what an operator can do. */
export function WithdrawalDrawer({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  const t = useT()
  return (
    <SideDrawer opened size="lg" onClose={onClose} title={t('withdrawal_manage.one', { number: withdrawal.withdrawal_no })}>
      <div className={styles['body']}>
        <What withdrawal={withdrawal} />
        <div className="row">
          <CopyButton text={withdrawal.destination} label={t('withdrawal_manage.copy')} />
          <WithdrawalActions withdrawal={withdrawal} />
        </div>
        <Course withdrawal={withdrawal} />
      </div>
    </SideDrawer>
  )
}

function What({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { amount, fee_amount: fee, currency } = withdrawal
  return (
    <Facts>
      <Fact name={t('withdrawal.status')}>
        <WithdrawalStatusBadge status={withdrawal.status} />
      </Fact>
      <Fact name={t('withdrawal_manage.member')}>
        <PathLink to={`/admin/user?user=${withdrawal.account_id}`}>{withdrawal.email}</PathLink>
      </Fact>
      <Fact name={t('withdraw.method')}>{withdrawal.method}</Fact>
      <Fact name={t('withdraw.account')}>
        <span className="breaks">{withdrawal.destination}</span>
      </Fact>
      <Fact name={t('withdrawal.amount')}>
        <Money amount={amount} currency={currency} />
      </Fact>
      <Fact name={t('withdrawal_manage.fee')}>
        <Money amount={fee} currency={currency} />
      </Fact>
      <Fact name={t('withdrawal_manage.to_pay')}>
        <strong>
          <Money amount={amount - fee} currency={currency} />
        </strong>
      </Fact>
    </Facts>
  )
}

function Course({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { approved_at, closed_at, reason, proof } = withdrawal
  return (
    <Facts>
      <Fact name={t('withdrawal.created')}>
        <DateTime value={withdrawal.created_at} />
      </Fact>
      {approved_at && (
        <Fact name={t('withdrawal_manage.approved')}>
          <DateTime value={approved_at} /> · {withdrawal.approved_by}
        </Fact>
      )}
      {closed_at && (
        <Fact name={t('withdrawal_manage.closed')}>
          <DateTime value={closed_at} /> · {withdrawal.closed_by ?? withdrawal.email}
        </Fact>
      )}
      {reason && <Fact name={t('withdrawal_manage.reason')}>{reason}</Fact>}
      {proof && <Fact name={t('withdrawal_manage.proof')}>{proof}</Fact>}
    </Facts>
  )
}
