import type { Language } from '@portico/contract/translations'
import { isActive } from '../subscriptions/state.ts'
import type { FeedMember } from './feed-members.ts'

/** Why a member's link gives no nodes. */
export type Refusal = 'none' | 'expired' | 'banned' | 'places' | 'ended'

/** Texts in place of nodes. `resting`: youth mode's blocked hours. */
export const reasons: Record<Language, Record<Refusal | 'resting', string>> = {
  en: {
    none: 'No active plan',
    expired: 'Subscription expired, please renew',
    banned: 'Account suspended',
    places: 'All places of the plan are taken',
    ended: 'This link has ended: each device has its own',
    resting: 'Youth mode: offline right now',
  },
  'zh-CN': {
    none: '暂无可用套餐',
    expired: '订阅已到期，请续费',
    banned: '账号已停用',
    places: '套餐的设备名额已用完',
    ended: '此链接已停用，请使用各设备的独立链接',
    resting: '青少年模式：当前为停用时段',
  },
}

/** A spent quota is no reason: the nodes refuse until the next cycle, and the profile is still valid then. */
export function refusal(member: Pick<FeedMember, 'banned' | 'groupId' | 'expiresAt' | 'shut'>, now: Date): Refusal | null {
  if (member.banned) return 'banned'
  if (member.groupId === null) return 'none'
  const expiresAt = member.expiresAt === null ? null : new Date(member.expiresAt)
  return isActive({ groupId: member.groupId, expiresAt }, now) ? member.shut : 'expired'
}
