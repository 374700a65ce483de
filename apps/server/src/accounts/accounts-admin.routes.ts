import * as contract from '@portico/contract/accounts-admin'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { endSessions } from '../sessions/sessions.ts'
import { resetSecrets } from '../subscriptions/change-subscription.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { changeUser } from './change-user.ts'
import { findUser, listUsers, type UserRow } from './list-users.ts'
import { createAccount } from './register.ts'

export function accountAdminRoutes(router: Router, app: App): void {
  const { db } = app.database
  const currency = (): string => app.settings()['site.currency']
  const one = async (id: number): Promise<contract.AdminUser> => toUser(await findUser(db, id, currency()), currency())
  const done = (actorId: number, action: string, id: number): Promise<void> =>
    record(db, { actorId, action, target: `user ${id}`, at: app.now() })

  serve(router, app, contract.adminListUsers, async ({ query }) => {
    const { items, total } = await listUsers(db, query, query, { now: app.now(), currency: currency() })
    return { items: items.map((row) => toUser(row, currency())), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, contract.adminGetUser, async ({ params }) => {
    const row = await findUser(db, params.id, currency())
    return { user: toUser(row, currency()), subscribe_url: subscribeUrl(row.term.token, app.settings(), app.config) }
  })
  serve(router, app, contract.adminCreateUser, async ({ caller, body }) => {
    const { id } = await app.database.transaction((tx) => createAccount(tx, body, app.now()))
    await done(caller.accountId, 'user.create', id)
    return one(id)
  })
  serve(router, app, contract.adminUpdateUser, async ({ caller, params, body }) => {
    await changeUser(app.database, caller, params.id, body, { now: app.now(), zone: app.settings()['site.timezone'] })
    return one(params.id)
  })
  serve(router, app, contract.adminAdjustBalance, async ({ caller, params, body }) => {
    await findUser(db, params.id, currency())
    await adjustBalance(app.database, caller, { accountId: params.id, currency: currency(), ...body }, app.now())
    return one(params.id)
  })
  serve(router, app, contract.adminResetSecret, async ({ caller, params }) => {
    const row = await resetSecrets(db, params.id)
    await done(caller.accountId, 'user.reset_secret', params.id)
    return { subscribe_url: subscribeUrl(row.token, app.settings(), app.config) }
  })
  serve(router, app, contract.adminEndSessions, async ({ caller, params }) => {
    await endSessions(db, params.id)
    await done(caller.accountId, 'user.end_sessions', params.id)
    return ok
  })
}

function toUser({ account, term, planName, groupName, balance }: UserRow, currency: string): contract.AdminUser {
  return {
    id: account.id,
    email: account.email,
    is_admin: account.isAdmin,
    banned: account.bannedAt !== null,
    plan_id: term.planId,
    plan_name: planName,
    group_id: term.groupId,
    group_name: groupName,
    expired_at: term.expiresAt?.toISOString() ?? null,
    transfer_enable: term.transferEnable,
    u: term.up,
    d: term.down,
    speed_limit: term.speedLimit,
    device_limit: term.deviceLimit,
    balance: balance ?? 0,
    currency,
    remarks: account.remarks,
    last_login_at: account.lastLoginAt?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
    version: account.version,
  }
}
