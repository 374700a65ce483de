import type { WithdrawalStatus } from '@portico/contract/withdrawals'
import { useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

export const WITHDRAWAL_TONES: Record<WithdrawalStatus, Tone> = {
  requested: 'warn',
  approved: 'busy',
  paid: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
}

export function WithdrawalStatusBadge({ status }: { status: WithdrawalStatus }) {
  const t = useT()
  return <StatusBadge tone={WITHDRAWAL_TONES[status]} label={t(`withdrawal_status.${status}`)} />
}
