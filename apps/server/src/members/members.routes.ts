import * as contract from '@portico/contract/accounts-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { readFactors } from '../factors/set-up-authenticator.ts'
import { ok, requireFresh, type Router, serve } from '../http/router.ts'
import { listIdentities } from '../identities/find-identity.ts'
import { addressOf, toIdentity } from '../identities/identity-wire.ts'
import { inLanguage } from '../in-language.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { mayOpen, replaceLink, signOutEverywhere } from './change-access.ts'
import { changeIdentity, removeForMember, verifyForMember } from './change-identities.ts'
import { changeUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { giveTraffic } from './give-traffic.ts'
import { findUser, listUsers, type UserRow } from './list-users.ts'
import { removeFactor } from './remove-factor.ts'

export function accountAdminRoutes(router: Router, app: App): void {
  const { db } = app.database
  const currency = (): string => app.settings()['site.currency']
  const one = async (id: number, language: Language): Promise<contract.AdminUser> =>
    toUser(await findUser(db, id, currency()), currency(), language)
  serve(router, app, contract.adminListUsers, async ({ origin, query }) => {
    const { items, total } = await listUsers(db, query, query, { now: app.now(), currency: currency() })
    return { items: items.map((row) => toUser(row, currency(), origin.language)), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, contract.adminGetUser, async ({ caller, origin, params }) => {
    const row = await findUser(db, params.id, currency())
    // The link gives access to the member's service, so it is only for those who may replace it.
    const url = (await mayOpen(db, caller, row.account)) ? subscribeUrl(row.subscription.token, app.settings(), app.config) : null
    const identities = (await listIdentities(db, params.id)).map(toIdentity)
    const since = (await readFactors(db, params.id)).authenticatorSince?.toISOString() ?? null
    return { user: toUser(row, currency(), origin.language), subscribe_url: url, identities, second_factor_since: since }
  })
  serve(router, app, contract.adminCreateUser, async ({ caller, origin, body }) => {
    return one(await createUser(app.database, caller, body, { now: app.now(), settings: app.settings() }), origin.language)
  })
  serve(router, app, contract.adminUpdateUser, async ({ caller, origin, params, body }) => {
    if (body.change.password !== undefined || body.change.email !== undefined) requireFresh(caller, app.now())
    await changeUser(app.database, caller, params.id, body, { now: app.now(), settings: app.settings() })
    return one(params.id, origin.language)
  })
  serve(router, app, contract.adminAdjustBalance, async ({ caller, origin, params, body }) => {
    await findUser(db, params.id, currency())
    await adjustBalance(app.database, caller, { accountId: params.id, currency: currency(), ...body }, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, contract.adminGiveTraffic, async ({ caller, origin, params, body }) => {
    await findUser(db, params.id, currency())
    await giveTraffic(app.database, caller, params.id, body, { now: app.now(), zone: app.settings()['site.timezone'] })
    return one(params.id, origin.language)
  })
  serve(router, app, contract.adminResetSecret, async ({ caller, params }) => {
    const row = await replaceLink(app.database, caller, params.id, app.now())
    return { subscribe_url: subscribeUrl(row.token, app.settings(), app.config) }
  })
  serve(router, app, contract.adminSetIdentity, async ({ caller, params, body }) => {
    const now = app.now()
    const to = { ...addressOf(body), verifiedAt: body.verified ? now : null }
    await changeIdentity(app.database, caller, params.id, to, now)
    return ok
  })
  serve(router, app, contract.adminVerifyIdentity, async ({ caller, params }) => {
    await verifyForMember(app.database, caller, params.id, app.now())
    return ok
  })
  serve(router, app, contract.adminRemoveIdentity, async ({ caller, params }) => {
    await removeForMember(app.database, caller, params.id, app.now())
    return ok
  })
  serve(router, app, contract.adminRemoveFactor, async ({ caller, params, body }) => {
    await removeFactor(app.database, caller, params.id, body.reason, app.now())
    return ok
  })
  serve(router, app, contract.adminEndSessions, async ({ caller, params }) => {
    await signOutEverywhere(app.database, caller, params.id, app.now())
    return ok
  })
}

function toUser(
  { account, subscription, plan, groupName, balance, inviterEmail, alarm }: UserRow,
  currency: string,
  language: Language,
): contract.AdminUser {
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
