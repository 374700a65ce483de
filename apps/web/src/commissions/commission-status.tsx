import type { CommissionStatus } from '@portico/contract/commissions'
import { useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

const TONES: Record<CommissionStatus, Tone> = { pending: 'warn', confirmed: 'busy', paid: 'good', void: 'quiet' }

export function CommissionStatusBadge({ status }: { status: CommissionStatus }) {
  const t = useT()
  return <StatusBadge tone={TONES[status]} label={t(`commission_status.${status}`)} />
}
