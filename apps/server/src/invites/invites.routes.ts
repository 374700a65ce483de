import * as contract from '@portico/contract/invites'
import * as admin from '@portico/contract/invites-admin'
import { emailKey } from '../accounts/email-key.ts'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { sumCommissions } from '../commissions/list-commissions.ts'
import { atOneMoment } from '../db/client.ts'
import { type Router, serve } from '../http/router.ts'
import { memberBalance } from '../ledger/post.ts'
import { siteOrigin } from '../settings/settings.ts'
import { toPage, toWire } from '../to-wire.ts'
import { heldByWithdrawals } from '../withdrawals/list-withdrawals.ts'
import { setCodeDisabled } from './disable-invite-code.ts'
import type { InviteCodeRow } from './invites.table.ts'
import { type CodeWithOwner, countInvited, findCode, type Invited, listCodes, listInvited, ownCodes, ownRule } from './list-invites.ts'
import { makeCodeFor, makeOwnCode } from './make-invite-code.ts'
import { countView } from './use-invite-code.ts'

export function inviteRoutes(router: Router, app: App): void {
  const { db } = app.database
  const wire = (row: InviteCodeRow): contract.InviteCode => toCode(row, siteOrigin(app.settings(), app.config))
  const adminWire = (row: CodeWithOwner): admin.AdminInviteCode => toAdminCode(row, siteOrigin(app.settings(), app.config))

  serve(router, app, contract.fetchInvites, async ({ caller: { accountId } }) => {
    const settings = app.settings()
    const currency = settings['site.currency']
    const [codes, registered, rule] = await Promise.all([ownCodes(db, accountId), countInvited(db, accountId), ownRule(db, accountId)])
    // As of one moment: a commission that is paid out meanwhile must not show in two sums.
    const [sums, available, held] = await app.database.transaction(async (tx) => {
      await atOneMoment(tx)
      return [
        await sumCommissions(tx, accountId, currency),
        await memberBalance(tx, accountId, currency, 'commission'),
        await heldByWithdrawals(tx, accountId, currency),
      ] as const
    })
    const rate = (rule.rate ?? settings['commission.rate']) * (settings['commission.shares'][0] ?? 0)
    const stat = { registered, ...sums, rate, available, held, currency }
    return { codes: codes.map(wire), limit: settings['invite.limit'], mode: rule.mode ?? settings['commission.mode'], stat }
  })
  serve(router, app, contract.saveInvite, async ({ caller }) =>
    wire(await makeOwnCode(app.database, caller, { now: app.now(), settings: app.settings() })),
  )
  serve(router, app, contract.countInviteView, async ({ body, origin }) => {
    await app.limits.inviteViewsByAddress.take(origin.network)
    await countView(db, body.invite_code)
  })

  serve(router, app, admin.adminListInviteCodes, async ({ caller, query }) =>
    toPage(await listCodes(db, { state: query.state, search: searchFor(query.q, caller) }, query), query, adminWire),
  )
  serve(router, app, admin.adminCreateInviteCode, async ({ caller, body }) => {
    const made = await makeCodeFor(app.database, caller, { emailKey: emailKey(body.email), maxUses: body.max_uses }, app.now())
    return adminWire(await findCode(db, made.id))
  })
  serve(router, app, admin.adminUpdateInviteCode, async ({ caller, params, body }) => {
    await setCodeDisabled(app.database, caller, { id: params.id, disabled: body.disabled }, app.now())
    return adminWire(await findCode(db, params.id))
  })
  serve(router, app, admin.adminListInvited, async ({ params, query }) => toPage(await listInvited(db, params.id, query), query, toInvited))
}

function stateOf(row: InviteCodeRow): admin.InviteCodeState {
  if (row.disabledAt) return 'disabled'
  return row.maxUses !== null && row.uses >= row.maxUses ? 'used_up' : 'usable'
}

function toCode(row: InviteCodeRow, origin: string): contract.InviteCode {
  return toWire(contract.InviteCode, { ...row, ...standing(row, origin) })
}

function toAdminCode({ code, ...hints }: CodeWithOwner, origin: string): admin.AdminInviteCode {
  return toWire(admin.AdminInviteCode, { ...code, ...hints, ...standing(code, origin) })
}

function toInvited({ use, ...hints }: Invited): admin.InvitedAccount {
  return toWire(admin.InvitedAccount, { ...use, ...hints })
}

function standing(row: InviteCodeRow, origin: string): { link: string; state: admin.InviteCodeState; usable: boolean } {
  const state = stateOf(row)
  return { link: `${origin}/register?code=${row.code}`, state, usable: state === 'usable' }
}
