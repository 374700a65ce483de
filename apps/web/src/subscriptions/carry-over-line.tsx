import type { Subscription } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'

/** Traffic that outlasts the cycle; nothing if none does. */
export function CarryOverLine({ subscription, className }: { subscription: Subscription; className?: string | undefined }) {
  const t = useT()
  const { u, d, transfer_enable: total, extra_bytes: extra } = subscription
  // The cycle's own bytes are used first.
  const left = Math.min(extra, Math.max(0, total - u - d))
  if (left === 0) return null
  return <p className={className}>{t('subscription.carries_over', { amount: formatBytes(left) })}</p>
}
