import * as contract from '@portico/contract/tickets'
import type { App } from '../app.ts'
import { buildBundle } from '../diagnosis/build-bundle.ts'
import { readStored } from '../files/stored-bytes.ts'
import { serveEvents } from '../http/events.ts'
import { type Router, serve } from '../http/router.ts'
import { serveFile } from '../http/send-file.ts'
import { toPage } from '../to-wire.ts'
import type { AttachedFile } from './attach-files.ts'
import { closeTicket, rateTicket, reopenTicket, seeTicket } from './change-ticket.ts'
import { findTicket, latestOf, listTickets, readTicketMessage, readTicketMessages } from './list-tickets.ts'
import { openTicket } from './open-ticket.ts'
import { replyAsMember } from './reply.ts'
import { findOwnFile, uploadTicketFile } from './ticket-files.ts'
import { toFile, toMessage, toMyTicket, toTicket } from './ticket-wire.ts'
import { ticketWatch } from './ticket-watch.ts'

export function ticketRoutes(router: Router, app: App): void {
  const { database, limits } = app
  const { db } = database
  const context = () => ({ now: app.now(), settings: app.settings() })

  serve(router, app, contract.saveTicket, async ({ caller: { accountId }, body: { file_ids: fileIds, tried, ...input }, origin }) => {
    await limits.ticketMessagesByAccount.take(String(accountId))
    const point = await limits.ticketsByAccount.take(String(accountId))
    const bundle = tried ? await buildBundle(app, { accountId, tried, language: origin.language }, app.now()) : null
    const opening = openTicket(database, { ...input, accountId, fileIds: fileIds ?? [], bundle }, app.now())
    // A refusal is no ticket.
    const ticket = await opening.catch(async (error: unknown) => {
      await limits.ticketsByAccount.giveBack(point)
      throw error
    })
    return toTicket(ticket, context())
  })
  serve(router, app, contract.fetchTickets, async ({ caller: { accountId }, query: { id, status, ...paging } }) => {
    const page = { page: paging.page, page_size: paging.page_size }
    if (id !== undefined) {
      const { ticket } = await findTicket(db, id, accountId)
      const [messages, latest] = await Promise.all([readTicketMessages(db, id, { withNotes: false }), latestOf(db, [id])])
      return {
        items: [toMyTicket(ticket, latest, context())],
        total: 1,
        total_is: 'exact' as const,
        ...page,
        messages: messages.map(toMessage),
      }
    }
    const found = await listTickets(db, { accountId, status }, paging)
    const latest = await latestOf(
      db,
      found.items.map(({ ticket }) => ticket.id),
    )
    return { ...toPage(found, paging, ({ ticket }) => toMyTicket(ticket, latest, context())), messages: null }
  })
  serve(router, app, contract.replyTicket, async ({ caller: { accountId }, body }) => {
    await limits.ticketMessagesByAccount.take(String(accountId))
    const reply = { accountId, ticketId: body.id, text: body.text, fileIds: body.file_ids ?? [], by: 'web' } as const
    return toMessage(await readTicketMessage(db, await replyAsMember(database, reply, context())))
  })
  serve(router, app, contract.closeTicket, async ({ caller, body }) =>
    toTicket(await closeTicket(database, caller, { ticketId: body.id, as: 'member' }, app.now()), context()),
  )
  serve(router, app, contract.reopenTicket, async ({ caller, body }) =>
    toTicket(await reopenTicket(database, caller, { ticketId: body.id, as: 'member' }, context()), context()),
  )
  serve(router, app, contract.rateTicket, async ({ caller: { accountId }, body }) => {
    const rating = { accountId, ticketId: body.id, score: body.score, text: body.text || null }
    return toTicket(await rateTicket(database, rating), context())
  })
  serve(router, app, contract.readTicket, ({ caller: { accountId }, body }) =>
    seeTicket(database, { accountId, ticketId: body.id, seq: body.seq }, app.now()),
  )
  serve(router, app, contract.uploadTicketFile, async ({ caller, withFile }) => {
    await limits.ticketFilesByAccount.take(String(caller.accountId))
    return toFile(await withFile((file) => uploadTicketFile(app, caller, file)))
  })
  serveFile(router, app, contract.readTicketFile, async ({ caller, params }) =>
    stored(app, await findOwnFile(app, caller.accountId, params.id)),
  )
  serveEvents(router, app, contract.followTickets, ({ caller }, left) => ticketWatch(app).follow(caller.accountId, left))
}

function stored(app: App, { file }: AttachedFile) {
  const read = (range: Parameters<typeof readStored>[2]) => readStored(app, file.key, range)
  return { row: file, name: file.key, read }
}
