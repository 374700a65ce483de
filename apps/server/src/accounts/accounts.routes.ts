import * as contract from '@portico/contract/accounts'
import { eq } from 'drizzle-orm'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { groups } from '../groups/groups.table.ts'
import { addressPrefix } from '../http/client-address.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { memberBalance } from '../ledger/post.ts'
import { endSession, endSessions, listSessions, openSession } from '../sessions/sessions.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type AccountRow, accounts } from './accounts.table.ts'
import { changePassword } from './change-password.ts'
import { login } from './login.ts'
import { createAccount } from './register.ts'

export function accountRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.login, async ({ body, origin }) => {
    const { account, token } = await login(app, body, origin)
    if (app.settings()['site.closed'] && !account.isAdmin) throw new AppError('site.closed')
    return { x_token: token, name: nameOf(account) }
  })

  serve(router, app, contract.register, async ({ body, origin }) => {
    if (!app.settings()['site.registration_open']) throw new AppError('account.registration_closed')
    await app.limits.registerByAddress.take(addressPrefix(origin.ip))
    return app.database.transaction(async (tx) => {
      const account = await createAccount(tx, body, app.now())
      return { x_token: await openSession(tx, account.id, origin, app.now()), name: nameOf(account) }
    })
  })

  serve(router, app, contract.logout, async ({ caller }) => {
    await endSession(db, caller.accountId, caller.sessionId)
    return ok
  })

  serve(router, app, contract.getInfo, async ({ caller }) => {
    const [row] = await db
      .select({ account: accounts, group: groups.name })
      .from(accounts)
      .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
      .leftJoin(groups, eq(groups.id, subscriptions.groupId))
      .where(eq(accounts.id, caller.accountId))
    if (!row) throw new AppError('session.invalid')
    const currency = app.settings()['site.currency']
    const balance = await memberBalance(db, caller.accountId, currency)
    return { userInfo: toUserInfo(row.account, row.group ?? '', balance, currency) }
  })

  serve(router, app, contract.changePassword, async ({ caller, body }) => {
    await changePassword(app, caller, { oldPassword: body.old_password, newPassword: body.new_password })
    return ok
  })

  serve(router, app, contract.listSessions, async ({ caller }) => {
    const rows = await listSessions(db, caller.accountId, app.now())
    const items = rows.map((row) => ({
      id: row.id,
      device: row.device,
      ip: row.ip,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      current: row.id === caller.sessionId,
    }))
    return { items, total: items.length }
  })

  serve(router, app, contract.endSession, async ({ caller, params }) => {
    await endSession(db, caller.accountId, params.id)
    return ok
  })

  serve(router, app, contract.endOtherSessions, async ({ caller }) => {
    await endSessions(db, caller.accountId, caller.sessionId)
    return ok
  })
}

function nameOf(account: AccountRow): string {
  return account.email.split('@')[0] ?? account.email
}

function toUserInfo(account: AccountRow, group: string, balance: number, currency: string): contract.UserInfo {
  return {
    id: account.id,
    roles: [account.isAdmin ? 'admin' : 'user'],
    permissions: account.isAdmin ? ['*'] : [],
    name: nameOf(account),
    email: account.email,
    avatar: '',
    user_class: group,
    is_admin: account.isAdmin ? 1 : 0,
    balance,
    currency,
    created_at: account.createdAt.toISOString(),
  }
}
