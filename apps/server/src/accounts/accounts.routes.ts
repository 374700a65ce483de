import * as contract from '@portico/contract/accounts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { fileUrl } from '../files/stored-bytes.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { avatarOf } from './avatar.ts'
import { nameOf } from './name-of.ts'
import { toSession } from '../sessions/session-wire.ts'
import { endSession, endSessions, listSessions } from '../sessions/sessions.ts'
import { changePassword } from './change-password.ts'
import { type AccountInfo, readInfo } from '../members/read-info.ts'
import { signInLog } from '../sign-ins/note-sign-ins.ts'

export function accountRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.logout, async ({ caller, origin }) => {
    await endSession(db, caller.accountId, caller.sessionId)
    signInLog(app).note('signed_out', { accountId: caller.accountId }, origin)
  })

  serve(router, app, contract.getInfo, async ({ caller }) => {
    const currency = app.settings()['site.currency']
    const [own, used] = await Promise.all([
      readInfo(db, caller.accountId, currency),
      caller.linked ? readInfo(db, caller.linked.chosenId, currency) : null,
    ])
    return { userInfo: toUserInfo(own, used, caller) }
  })

  serve(router, app, contract.changePassword, ({ caller, body }) =>
    changePassword(app, caller, { oldPassword: body.old_password, newPassword: body.new_password }),
  )

  serve(router, app, contract.listSessions, async ({ caller }) =>
    toList(await listSessions(db, caller.accountId, app.now()), (row) => toSession(row, caller.sessionId, app)),
  )

  serve(router, app, contract.endSession, ({ caller, params }) => endSession(db, caller.accountId, params.id))

  serve(router, app, contract.endOtherSessions, ({ caller }) => endSessions(db, caller.accountId, caller.sessionId))
}

/** `used`: the linked account that the caller chose; null: the own one. */
function toUserInfo(own: AccountInfo, used: AccountInfo | null, caller: Caller): contract.UserInfo {
  const { account, role, avatarKey } = own
  const { group, balance, debt, currency } = used ?? own
  return toWire(contract.UserInfo, {
    ...account,
    balance,
    debt,
    currency,
    roles: [role ? 'admin' : 'user'],
    permissions: [...caller.permissions],
    needsFactor: caller.needsFactor,
    name: nameOf(account),
    ownName: account.name,
    hasPassword: account.passwordHash !== null,
    avatar: avatarKey === null ? avatarOf(nameOf(account)) : fileUrl({ key: avatarKey, type: 'image/webp' }),
    userClass: group,
    isAdmin: role ? 1 : 0,
    chosen: used && { id: used.account.id, name: nameOf(used.account) },
    hasLinked: own.hasLinked,
  })
}
