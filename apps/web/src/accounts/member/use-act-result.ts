import type { AdminUser } from '@portico/contract/accounts-admin'
import { useState } from 'react'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { toBytes } from '../../ui/form/gigabytes.ts'
import { shiftDay } from '../../ui/format/calendar.ts'
import { formatBytes } from '../../ui/format/format-bytes.ts'
import { formatDateTime } from '../../ui/format/format-time.ts'
import type { ActForm, ActName } from './acts.ts'

/** What an act leaves a member with: the new end of their plan, or their new quota. undefined: nothing to say yet. */
export function useActResult(name: ActName, { days, bytes }: ActForm, user: AdminUser | undefined): string | undefined {
  const t = useT()
  const zone = useZone()
  const [now] = useState(() => new Date().toISOString())
  if (!user || user.plan_id === null) return undefined
  if (name === 'extend' && user.expired_at !== null && Number.isInteger(Number(days)) && Number(days) > 0) {
    const end = formatDateTime(user.expired_at, zone, 'day')
    const from = user.expired_at > now ? end : formatDateTime(now, zone, 'day')
    return t('member_page.then_ends', { day: shiftDay(from, Number(days)), before: end, zone: zone ?? '' })
  }
  const added = name === 'traffic' ? toBytes(bytes) : 0
  if (!(added > 0)) return undefined
  return t('member_page.then_quota', { amount: formatBytes(user.transfer_enable + added), before: formatBytes(user.transfer_enable) })
}
