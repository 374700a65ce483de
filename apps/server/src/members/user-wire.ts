import type { AdminUser } from '@portico/contract/accounts-admin'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import type { UserRow } from './list-users.ts'

/** An account as answered to the console. */
export function toUser(
  { account, subscription, plan, groupName, balance, debt, inviterEmail, alarm }: UserRow,
  currency: string,
  language: Language,
): AdminUser {
  return {
    id: account.id,
    label: account.label,
    email: account.email,
    phone: account.phone,
    is_admin: account.roleId !== null,
    banned: account.bannedAt !== null,
    closed: account.closedAt !== null,
    plan_id: subscription.planId,
    plan_name: plan && inLanguage(plan, language).name,
    group_id: subscription.groupId,
    group_name: groupName,
    expired_at: subscription.expiresAt?.toISOString() ?? null,
    transfer_enable: subscription.transferEnable,
    extra_bytes: subscription.extraBytes,
    u: subscription.up,
    d: subscription.down,
    speed_limit: subscription.speedLimit,
    device_limit: subscription.deviceLimit,
    own_speed_limit: subscription.ownSpeedLimit,
    own_device_limit: subscription.ownDeviceLimit,
    balance: balance ?? 0,
    debt: -(debt ?? 0),
    currency,
    discount_percent: account.discountPercent,
    commission_rate: account.commissionRate,
    commission_mode: account.commissionMode,
    inviter_id: account.inviterId,
    inviter_email: inviterEmail,
    remarks: account.remarks,
    last_login_at: account.lastLoginAt?.toISOString() ?? null,
    link_alarm_at: alarm?.at.toISOString() ?? null,
    link_alarm_networks: alarm?.networks ?? null,
    link_alarm_countries: alarm?.countries ?? null,
    created_at: account.createdAt.toISOString(),
    version: account.version,
  }
}
