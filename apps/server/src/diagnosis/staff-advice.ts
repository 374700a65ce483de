import { formatBytes } from '@portico/contract/format-bytes'
import type { Language } from '@portico/contract/translations'
import { sayIn } from '../in-language.ts'
import type { Fault } from './faults.ts'
import type { Saying } from './saying.ts'
import english from './staff-advice.en.json' with { type: 'json' }
import chinese from './staff-advice.zh-CN.json' with { type: 'json' }

/** What an operator should do about a fault of a member. */
export function adviseStaff(fault: Fault, language: Language, { ago, day }: Saying): string {
  const say = sayIn({ en: english, 'zh-CN': chinese }, language)
  if (fault.code === 'order_review') return say(fault.isProof ? 'checking' : 'review')
  if (fault.code === 'order_opening') return say('opening')
  if (fault.code === 'order_unpaid') return say('unpaid')
  if (fault.code === 'expired') {
    if (fault.isOrdered) return say('unpaid')
    const rest = say('expired')
    return fault.renewalFailed ? say('renewal_failed', { rest }) : rest
  }
  if (fault.code === 'over_quota') {
    if (fault.order !== 'none') return say(fault.order)
    const rest = fault.resetsAt ? say('over_quota_until', { day: day(fault.resetsAt) }) : say('over_quota')
    return fault.total === 0 ? rest : say('used_up', { total: formatBytes(fault.total), rest })
  }
  if (fault.code === 'profile_outdated' || fault.code === 'nodes_moved') return say('profile_outdated', { ago: ago(fault.fetchedAt) })
  if (fault.code === 'nodes_withdrawn') return say(fault.why)
  if (fault.code === 'app_unable') return say(fault.isOld ? 'app_too_old' : 'app_unable')
  if (fault.code === 'slow') return say(fault.isOwn ? 'slow_own' : 'slow')
  return say(fault.code)
}
