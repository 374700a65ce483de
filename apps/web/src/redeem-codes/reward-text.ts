import type { RedeemKind } from '@portico/contract/redeem-codes'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useMoney } from '../ui/format/use-money.ts'

export interface Reward {
  kind: RedeemKind
  value: number
  currency: string
  plan_name: string | null
  wait_days: number | null
}

/** What a code gives, in a few words: "¥5.00", "30 days", "Basic for 90 days". */
export function useRewardText(): (reward: Reward) => string {
  const t = useT()
  const money = useMoney()
  return ({ kind, value, currency, plan_name, wait_days }) => {
    switch (kind) {
      case 'balance':
        return money(value, currency)
      case 'days':
        return t('redeem.days', { n: value })
      case 'traffic':
        return formatBytes(value)
      case 'reset':
        return t('redeem.reset')
      case 'plan': {
        const plan = plan_name ?? ''
        if (wait_days !== null) return t('redeem.plan_waits', { plan, n: value })
        return value === 0 ? t('redeem.plan_for_good', { plan }) : t('redeem.plan_days', { plan, n: value })
      }
    }
  }
}
