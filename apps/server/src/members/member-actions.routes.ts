import type { AdminUser } from '@portico/contract/accounts-admin'
import * as contract from '@portico/contract/member-actions-admin'
import type { Language } from '@portico/contract/translations'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { readFactors } from '../factors/set-up-authenticator.ts'
import { type Router, serve } from '../http/router.ts'
import { listIdentities } from '../identities/find-identity.ts'
import { toIdentity } from '../identities/identity-wire.ts'
import { memberDevices, toDevices } from '../nodes/member-devices.ts'
import { toSession } from '../sessions/session-wire.ts'
import { listSessions } from '../sessions/sessions.ts'
import { holdTerm } from '../subscriptions/held-terms.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { toWire } from '../to-wire.ts'
import { readUsage } from '../traffic/read-usage.ts'
import { type Act, actOnMember } from './act-on-member.ts'
import { requireOpen } from './change-access.ts'
import { findUser } from './list-users.ts'
import { toUser } from './user-wire.ts'

type Why = { reason: string; tell: boolean }

/** Routes for actions on one member, and for the tabs of their page. */
export function memberActionRoutes(router: Router, app: App): void {
  const { db, transaction } = app.database
  const zone = (): string => app.settings()['site.timezone']
  const act = (caller: Caller, id: number, what: Act, { reason, tell: tells }: Why): Promise<void> =>
    transaction((tx) => actOnMember(tx, caller, id, what, { reason, tells }, { now: app.now(), zone: zone() }))
  const one = async (id: number, language: Language): Promise<AdminUser> => {
    const currency = app.settings()['site.currency']
    return toUser(await findUser(db, id, currency), currency, language)
  }

  serve(router, app, contract.adminExtendTerm, async ({ caller, origin, params: { id }, body }) => {
    await act(caller, id, { kind: 'extend', days: body.days }, body)
    return one(id, origin.language)
  })
  serve(router, app, contract.adminGivePlan, async ({ caller, origin, params: { id }, body }) => {
    const { plan_id, days, wait_days } = body
    await act(caller, id, { kind: 'plan', plan_id, days, wait_days }, body)
    return one(id, origin.language)
  })
  serve(router, app, contract.adminGiveTraffic, async ({ caller, origin, params: { id }, body }) => {
    await act(caller, id, { kind: 'traffic', bytes: body.bytes, keeps: body.keeps }, body)
    return one(id, origin.language)
  })
  serve(router, app, contract.adminSuspend, async ({ caller, origin, params: { id }, body }) => {
    await act(caller, id, { kind: 'suspend' }, body)
    return one(id, origin.language)
  })
  serve(router, app, contract.adminLiftSuspension, async ({ caller, origin, params: { id }, body }) => {
    await act(caller, id, { kind: 'lift' }, body)
    return one(id, origin.language)
  })
  serve(router, app, contract.adminResetSecret, async ({ caller, params: { id }, body }) => {
    await act(caller, id, { kind: 'new_link' }, body)
    const { subscription } = await readSubscription(db, id)
    return { subscribe_url: subscribeUrl(subscription.token, app.settings(), app.config) }
  })
  serve(router, app, contract.adminResetDevices, ({ caller, params: { id }, body }) => act(caller, id, { kind: 'devices' }, body))
  serve(router, app, contract.adminMessageMember, ({ caller, params: { id }, body }) =>
    act(caller, id, { kind: 'message', text: body.text }, { reason: '', tell: true }),
  )

  serve(router, app, contract.adminHoldTerm, async ({ caller, params: { id }, body }) => {
    const term = { seconds: body.days * 86_400, startsBy: new Date(body.starts_by) }
    await transaction(async (tx) => {
      await requireOpen(tx, id)
      await holdTerm(tx, caller, id, term, body.reason, app.now())
    })
  })

  serve(router, app, contract.adminMemberDevices, async ({ origin, params: { id } }) => {
    const [{ subscription }, seen] = await Promise.all([readSubscription(db, id), memberDevices(db, id, app.now())])
    return toDevices(seen, subscription, app.countryOf, origin.language)
  })
  serve(router, app, contract.adminMemberUsage, async ({ params: { id }, query }) => {
    const usage = await readUsage(db, id, query.period ?? 'cycle', { now: app.now(), zone: zone() })
    return { today: usage.today, in_cycles: usage.inCycles, days: usage.days.map(({ day, billed, before }) => ({ day, billed, before })) }
  })
  serve(router, app, contract.adminMemberSignIn, async ({ caller, params: { id } }) => {
    await findUser(db, id, app.settings()['site.currency'])
    const [identities, factors, sessions] = await Promise.all([
      listIdentities(db, id),
      readFactors(db, id),
      listSessions(db, id, app.now()),
    ])
    return toWire(contract.adminMemberSignIn.response, {
      identities: identities.map(toIdentity),
      secondFactorSince: factors.authenticatorSince,
      sessions: sessions.map((row) => toSession(row, caller.sessionId, app)),
    })
  })
}
