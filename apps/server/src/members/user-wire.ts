import { AdminUser } from '@portico/contract/accounts-admin'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { toWire } from '../to-wire.ts'
import type { UserRow } from './list-users.ts'

/** An account as answered to the console. */
export function toUser(
  { account, subscription, plan, groupName, balance, debt, inviterEmail, alarm }: UserRow,
  currency: string,
  language: Language,
): AdminUser {
  return toWire(AdminUser, {
    ...subscription,
    ...account,
    isAdmin: account.roleId !== null,
    banned: account.bannedAt !== null,
    closed: account.closedAt !== null,
    planName: plan && inLanguage(plan, language).name,
    groupName,
    expiredAt: subscription.expiresAt,
    u: subscription.up,
    d: subscription.down,
    balance: balance ?? 0,
    debt: -(debt ?? 0),
    currency,
    inviterEmail,
    linkAlarmAt: alarm?.at ?? null,
    linkAlarmNetworks: alarm?.networks ?? null,
    linkAlarmCountries: alarm?.countries ?? null,
  })
}
