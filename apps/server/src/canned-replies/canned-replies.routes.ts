import * as contract from '@portico/contract/canned-replies-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import type { CannedReplyRow } from './canned-replies.table.ts'
import { addStarters, createReply, deleteReply, listReplies, updateReply } from './change-replies.ts'
import { filledReplies } from './filled-replies.ts'

export function cannedReplyRoutes(router: Router, app: App): void {
  const { database } = app
  serve(router, app, contract.adminListCannedReplies, async () => {
    const items = (await listReplies(database.db)).map(toReply)
    return { items, total: items.length }
  })
  serve(router, app, contract.adminFilledReplies, async ({ caller, origin: { language }, query }) => {
    const filled = await filledReplies(app, caller, query.ticket_id, language)
    return { ...filled, total: filled.items.length }
  })
  serve(router, app, contract.adminCreateCannedReply, async ({ caller, body }) =>
    toReply(await createReply(database, caller, body, app.now())),
  )
  serve(router, app, contract.adminAddStarterReplies, async ({ caller }) => {
    const items = (await addStarters(database, caller, app.now())).map(toReply)
    return { items, total: items.length }
  })
  serve(router, app, contract.adminUpdateCannedReply, async ({ caller, params, body }) =>
    toReply(await updateReply(database, caller, params.id, body, app.now())),
  )
  serve(router, app, contract.adminDeleteCannedReply, async ({ caller, params }) => {
    await deleteReply(database, caller, params.id, app.now())
    return ok
  })
}

function toReply({ id, title, text, translations, updatedAt }: CannedReplyRow): contract.CannedReply {
  return { id, title, text, translations, updated_at: updatedAt.toISOString() }
}
