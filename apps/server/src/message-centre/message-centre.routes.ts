import * as contract from '@portico/contract/message-centre'
import type { App } from '../app.ts'
import { serveEvents } from '../http/events.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { markRead } from './mark-read.ts'
import { type ReadMessage, readMessages } from './read-messages.ts'
import { messageWatch } from './message-watch.ts'

export function messageCentreRoutes(router: Router, app: App): void {
  serve(router, app, contract.fetchMessages, async ({ caller, origin: { language }, body: { page, page_size, unread, types } }) => {
    const asked = { page, page_size, unread: unread ?? false, types: types ?? null, language }
    const found = await readMessages(app.database.db, caller.accountId, asked, app.now())
    return { ...toPage(found, { page, page_size }, toMessage), unread: found.unread, unread_ids: found.unreadIds }
  })

  serve(router, app, contract.markMessagesRead, ({ caller, body }) => markRead(app.database, caller, body.ids, app.now()))

  serveEvents(router, app, contract.followMessages, ({ caller }, left) => messageWatch(app).follow(caller.accountId, left))
}

function toMessage(message: ReadMessage): contract.Message {
  return toWire(contract.Message, message)
}
