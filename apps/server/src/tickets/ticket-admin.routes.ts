import * as contract from '@portico/contract/tickets-admin'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { readStored } from '../files/stored-bytes.ts'
import { serveEvents } from '../http/events.ts'
import { type Router, serve } from '../http/router.ts'
import { serveFile } from '../http/send-file.ts'
import { toPage } from '../to-wire.ts'
import { assignTicket, changeTicket, closeTicket, reopenTicket } from './change-ticket.ts'
import { listAnswerers } from './list-answerers.ts'
import { targetsOf } from './inbox/targets.ts'
import { findTicket, listTickets, readTicketMessage, readTicketMessages } from './list-tickets.ts'
import { addNote, replyAsStaff } from './reply.ts'
import { findAnyFile, uploadTicketFile } from './ticket-files.ts'
import { toAdminMessage, toAdminTicket, toFile } from './ticket-wire.ts'
import { followAllTickets } from './ticket-watch.ts'

export function ticketAdminRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const context = () => ({ now: app.now(), settings: app.settings() })
  const one = async (id: number): Promise<contract.AdminTicket> => toAdminTicket(await findTicket(db, id), context())

  serve(
    router,
    app,
    contract.adminListTickets,
    async ({ caller, query: { assignee, account_id: accountId, plan_id: planId, q, ...query } }) => {
      const assigneeId = assigneeOf(assignee, caller.accountId)
      const filter = { ...query, accountId, planId, assigneeId, search: searchFor(q, caller) }
      return toPage(await listTickets(db, filter, query, targetsOf(app.settings())), query, (item) => toAdminTicket(item, context()))
    },
  )
  // Before the tickets, whose ids would match these words.
  serve(router, app, contract.adminListTicketStaff, async () => {
    const items = await listAnswerers(db)
    return { items, total: items.length }
  })
  serveEvents(router, app, contract.adminFollowTickets, ({ caller }, left) => followAllTickets(app, caller.accountId, left))
  serve(router, app, contract.adminGetTicket, async ({ params: { id } }) => {
    const [found, messages] = await Promise.all([findTicket(db, id), readTicketMessages(db, id, { withNotes: true })])
    return { ticket: toAdminTicket(found, context()), messages: messages.map(toAdminMessage), bundle: found.ticket.bundle }
  })
  serve(
    router,
    app,
    contract.adminReplyTicket,
    async ({ caller, params: { id }, body: { text, file_ids: fileIds, seen_seq: seenSeq } }) => {
      const reply = { ticketId: id, text, fileIds: fileIds ?? [], seenSeq, by: 'web' } as const
      return toAdminMessage(await readTicketMessage(db, await replyAsStaff(database, caller, reply, app.now())))
    },
  )
  serve(router, app, contract.adminNoteTicket, async ({ caller, params: { id }, body: { text, file_ids: fileIds } }) => {
    const note = { ticketId: id, text, fileIds: fileIds ?? [] }
    return toAdminMessage(await readTicketMessage(db, await addNote(database, caller, note, app.now())))
  })
  serve(router, app, contract.adminAssignTicket, async ({ caller, params: { id }, body }) => {
    await assignTicket(database, caller, { ticketId: id, assigneeId: body.account_id }, app.now())
    return one(id)
  })
  serve(router, app, contract.adminChangeTicket, async ({ caller, params: { id }, body }) => {
    await changeTicket(database, caller, { ticketId: id, ...body }, app.now())
    return one(id)
  })
  serve(router, app, contract.adminCloseTicket, async ({ caller, params: { id } }) => {
    await closeTicket(database, caller, { ticketId: id, as: 'staff' }, app.now())
    return one(id)
  })
  serve(router, app, contract.adminReopenTicket, async ({ caller, params: { id } }) => {
    await reopenTicket(database, caller, { ticketId: id, as: 'staff' }, context())
    return one(id)
  })
  serve(router, app, contract.adminUploadTicketFile, async ({ caller, withFile }) => {
    await app.limits.ticketFilesByAccount.take(String(caller.accountId))
    return toFile(await withFile((file) => uploadTicketFile(app, caller, file)))
  })
  serveFile(router, app, contract.adminReadTicketFile, async ({ caller, params }) => {
    const { file } = await findAnyFile(app, caller.accountId, params.id)
    return { row: file, name: file.key, read: (range) => readStored(app, file.key, range) }
  })
}

function assigneeOf(asked: 'me' | 'none' | 'others' | number | undefined, me: number) {
  if (asked === 'none') return null
  return asked === 'others' ? { not: me } : asked === 'me' ? me : asked
}
