import * as contract from '@portico/contract/accounts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { isAlwaysNeeded } from '../challenges/give-challenge.ts'
import { requireChallenge } from '../challenges/prove-challenge.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { permissionsOf } from '../roles/role-permissions.ts'
import { endSession, endSessions, listSessions, openSession } from '../sessions/sessions.ts'
import { noteEntry } from '../sign-ins/note-sign-ins.ts'
import type { AccountRow } from './accounts.table.ts'
import { changePassword } from './change-password.ts'
import { login } from './login.ts'
import { requireGoodPassword } from './new-password.ts'
import { type AccountInfo, readInfo } from '../members/read-info.ts'
import { createAccount } from '../members/register.ts'

export function accountRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.login, async ({ body, origin }) => {
    const entry = { as: 'signed_in', email: body.email, origin } as const
    const { account, token } = await noteEntry(app.signIns, entry, () => login(app, body, origin))
    if (app.settings()['site.closed'] && account.roleId === null) throw new AppError('site.closed')
    return { x_token: token, name: nameOf(account) }
  })

  serve(router, app, contract.register, async ({ body, origin }) => {
    if (!app.settings()['site.registration_open']) throw new AppError('account.registration_closed')
    const { email, password, invite_code: code = '' } = body
    requireGoodPassword(password, [email, app.settings()['site.title']])
    if (isAlwaysNeeded(app.settings(), 'register') || body.challenge !== undefined) {
      await requireChallenge(app, { type: 'register', proof: body.challenge, network: origin.network })
    }
    const invitation = { code, forced: app.settings()['invite.forced'], network: origin.network }
    const { account, token } = await noteEntry(app.signIns, { as: 'registered', email, origin }, async () => {
      await app.limits.registerByAddress.take(origin.network)
      return app.database.transaction(async (tx) => {
        const account = await createAccount(tx, { email, password, invitation }, app.now())
        return { account, token: await openSession(tx, account.id, origin, app.now()) }
      })
    })
    return { x_token: token, name: nameOf(account) }
  })

  serve(router, app, contract.logout, async ({ caller, origin }) => {
    await endSession(db, caller.accountId, caller.sessionId)
    app.signIns.note('signed_out', { accountId: caller.accountId }, origin)
    return ok
  })

  serve(router, app, contract.getInfo, async ({ caller }) => {
    return { userInfo: toUserInfo(await readInfo(db, caller.accountId, app.settings()['site.currency'])) }
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

function toUserInfo({ account, role, group, balance, currency }: AccountInfo): contract.UserInfo {
  return {
    id: account.id,
    roles: [role ? 'admin' : 'user'],
    permissions: role ? [...permissionsOf(role)] : [],
    name: nameOf(account),
    email: account.email,
    avatar: '',
    user_class: group,
    is_admin: role ? 1 : 0,
    balance,
    currency,
    created_at: account.createdAt.toISOString(),
  }
}
