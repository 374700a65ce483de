import type { AdminWithdrawal } from '@portico/contract/withdrawals-admin'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { DrawerHeadline } from '../ui/drawer/drawer-headline.tsx'
import { Person } from '../ui/drawer/person.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { type Happening, Timeline } from '../ui/drawer/timeline.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { WithdrawalActions } from './withdrawal-actions.tsx'
import { WITHDRAWAL_TONES, WithdrawalStatusBadge } from './withdrawal-status.tsx'

interface WithdrawalDrawerProps {
  withdrawal: AdminWithdrawal
  steps?: Steps | undefined
  onClose: () => void
}

/** One withdrawal: what to pay to whom, its progress, and what an operator can do. */
export function WithdrawalDrawer({ withdrawal, steps, onClose }: WithdrawalDrawerProps) {
  const t = useT()
  const { amount, fee_amount: fee, currency } = withdrawal
  return (
    <SideDrawer
      title={t('withdrawal_manage.one', { number: withdrawal.withdrawal_no })}
      headline={
        <DrawerHeadline state={<WithdrawalStatusBadge status={withdrawal.status} />} text={t('withdrawal_manage.to_pay')}>
          <Money amount={amount - fee} currency={currency} />
        </DrawerHeadline>
      }
      steps={steps}
      onClose={onClose}
      footer={<WithdrawalActions withdrawal={withdrawal} />}
    >
      <Person id={withdrawal.account_id} email={withdrawal.email} />
      <section>
        <h3>{t('withdrawal.to')}</h3>
        <Facts>
          <Fact name={t('withdraw.method')}>{withdrawal.method}</Fact>
          <Fact name={t('withdraw.account')}>
            <span className="breaks">{withdrawal.destination}</span>
          </Fact>
        </Facts>
        <CopyButton text={withdrawal.destination} label={t('withdrawal_manage.copy')} variant="subtle" />
      </section>
      <section>
        <h3>{t('withdrawal.amount')}</h3>
        <Facts>
          <Fact name={t('withdrawal.amount')}>
            <Money amount={amount} currency={currency} />
          </Fact>
          <Fact name={t('withdrawal_manage.fee')}>
            <Money amount={-fee} currency={currency} />
          </Fact>
          <Fact name={<strong>{t('withdrawal_manage.to_pay')}</strong>}>
            <strong>
              <Money amount={amount - fee} currency={currency} />
            </strong>
          </Fact>
        </Facts>
      </section>
      <section>
        <h3>{t('withdrawal_manage.course')}</h3>
        <Course withdrawal={withdrawal} />
      </section>
    </SideDrawer>
  )
}

function Course({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, reason, proof, approved_by: approvedBy } = withdrawal
  const closed: Happening = {
    at: withdrawal.closed_at,
    tone: WITHDRAWAL_TONES[status],
    text: t(`withdrawal_status.${status}`),
    note: [withdrawal.closed_by ?? withdrawal.email, reason, proof].filter(Boolean).join(' · '),
  }
  const happenings: Happening[] = [
    { at: withdrawal.created_at, tone: 'quiet', text: t('withdrawal.created') },
    { at: withdrawal.approved_at, tone: 'good', text: t('withdrawal_manage.approved'), note: approvedBy },
    closed,
  ]
  return <Timeline happenings={happenings} />
}
