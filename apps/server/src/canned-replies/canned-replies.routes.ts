import * as contract from '@portico/contract/canned-replies-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import type { CannedReplyRow } from './canned-replies.table.ts'
import { addStarters, createReply, deleteReply, listReplies, updateReply } from './change-replies.ts'
import { filledReplies } from './filled-replies.ts'

export function cannedReplyRoutes(router: Router, app: App): void {
  const { database } = app
  serve(router, app, contract.adminListCannedReplies, async () => toList(await listReplies(database.db), toReply))
  serve(router, app, contract.adminFilledReplies, async ({ caller, origin: { language }, query }) => {
    const filled = await filledReplies(app, caller, query.ticket_id, language)
    return { ...filled, total: filled.items.length }
  })
  serve(router, app, contract.adminCreateCannedReply, async ({ caller, body }) =>
    toReply(await createReply(database, caller, body, app.now())),
  )
  serve(router, app, contract.adminAddStarterReplies, async ({ caller }) => toList(await addStarters(database, caller, app.now()), toReply))
  serve(router, app, contract.adminUpdateCannedReply, async ({ caller, params, body }) =>
    toReply(await updateReply(database, caller, params.id, body, app.now())),
  )
  serve(router, app, contract.adminDeleteCannedReply, ({ caller, params }) => deleteReply(database, caller, params.id, app.now()))
}

function toReply(row: CannedReplyRow): contract.CannedReply {
  return toWire(contract.CannedReply, row)
}
