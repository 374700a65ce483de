import * as contract from '@portico/contract/accounts-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { diagnose } from '../diagnosis/diagnose.ts'
import { messages } from '../http/messages/error-messages.ts'
import { requireFresh, type Router, serve } from '../http/router.ts'
import { addressOf } from '../identities/identity-wire.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { writeOffDebt } from '../refunds/write-off-debt.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { mayOpen, signOutEverywhere } from './change-access.ts'
import { changeIdentity, removeForMember, verifyForMember } from './change-identities.ts'
import { changeUser } from './change-user.ts'
import { createUser, createUsers } from './create-user.ts'
import { findUser } from './list-users.ts'
import { removeFactor } from './remove-factor.ts'
import { toUser } from './user-wire.ts'

export function accountAdminRoutes(router: Router, app: App): void {
  const { db } = app.database
  const currency = (): string => app.settings()['site.currency']
  const one = async (id: number, language: Language): Promise<contract.AdminUser> =>
    toUser(await findUser(db, id, currency()), currency(), language)
  serve(router, app, contract.adminGetUser, async ({ caller, origin, params }) => {
    const [row, diagnosis] = await Promise.all([
      findUser(db, params.id, currency()),
      diagnose(app, params.id, { language: origin.language, reader: 'staff' }, app.now()),
    ])
    // The link gives access to the member's service, so it is only for those who may replace it.
    const url = (await mayOpen(db, caller, row.account, 'members.link'))
      ? subscribeUrl(row.subscription.token, app.settings(), app.config)
      : null
    const { renewProblem } = row.subscription
    const renewal = renewProblem && messages[origin.language][renewProblem]
    return { user: toUser(row, currency(), origin.language), subscribe_url: url, diagnosis, renew_problem: renewal }
  })
  serve(router, app, contract.adminCreateUser, async ({ caller, origin, body }) => {
    return one(await createUser(app.database, caller, body, { now: app.now(), settings: app.settings() }), origin.language)
  })
  serve(router, app, contract.adminCreateUsers, ({ caller, body: { plan, ...body } }) => {
    const given = plan && { planId: plan.plan_id, days: plan.days, waitDays: plan.wait_days }
    return createUsers(app.database, caller, { ...body, plan: given }, { now: app.now(), settings: app.settings() })
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
  serve(router, app, contract.adminWriteOffDebt, async ({ caller, origin, params, body }) => {
    await findUser(db, params.id, currency())
    await writeOffDebt(app.database, caller, { accountId: params.id, currency: currency(), ...body }, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, contract.adminSetIdentity, async ({ caller, params, body }) => {
    const now = app.now()
    const to = { ...addressOf(body), verifiedAt: body.verified ? now : null }
    await changeIdentity(app.database, caller, params.id, to, now)
  })
  serve(router, app, contract.adminVerifyIdentity, ({ caller, params }) => verifyForMember(app.database, caller, params.id, app.now()))
  serve(router, app, contract.adminRemoveIdentity, ({ caller, params }) => removeForMember(app.database, caller, params.id, app.now()))
  serve(router, app, contract.adminRemoveFactor, ({ caller, params, body }) =>
    removeFactor(app.database, caller, params.id, body.reason, app.now()),
  )
  serve(router, app, contract.adminEndSessions, ({ caller, params }) => signOutEverywhere(app.database, caller, params.id, app.now()))
}
