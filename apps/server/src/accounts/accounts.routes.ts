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
    const own = await readInfo(db, caller.accountId, currency)
    const { group, balance, debt } = caller.linked ? await readInfo(db, caller.linked.chosenId, currency) : own
    return { userInfo: toUserInfo({ ...own, group, balance, debt }, caller) }
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

function toUserInfo({ account, role, group, avatarKey, ...money }: AccountInfo, caller: Caller): contract.UserInfo {
  return toWire(contract.UserInfo, {
    ...account,
    ...money,
    roles: [role ? 'admin' : 'user'],
    permissions: [...caller.permissions],
    needsFactor: caller.needsFactor,
    name: nameOf(account),
    ownName: account.name,
    hasPassword: account.passwordHash !== null,
    avatar: avatarKey === null ? avatarOf(nameOf(account)) : fileUrl({ key: avatarKey, type: 'image/webp' }),
    userClass: group,
    isAdmin: role ? 1 : 0,
    chosenId: caller.linked?.chosenId ?? null,
  })
}
