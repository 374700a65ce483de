import type { Noun } from '../noun.ts'
import { closeSilent } from './close-silent.ts'
import { dropOldMails } from './mail/list-mails.ts'
import { readMailbox } from './mail/read-mailbox.ts'
import { sweepUnsent } from './ticket-files.ts'
import { ticketRoutes } from './tickets.routes.ts'
import { ticketMailRoutes } from './mail/ticket-mail.routes.ts'
import { ticketAdminRoutes } from './ticket-admin.routes.ts'
import { ticketInboxRoutes } from './inbox/ticket-inbox.routes.ts'

export const ticketsNoun: Noun = {
  // The routes of mail come before those of the console, whose ids would match their words.
  routes: [ticketRoutes, ticketMailRoutes, ticketAdminRoutes, ticketInboxRoutes],
  jobs: (app) => [
    {
      name: 'close_silent_tickets',
      cron: '* * * * *',
      work: async () => void (await closeSilent(app.database, { now: app.now(), settings: app.settings() })),
    },
    { name: 'read_ticket_mail', everyMs: 30_000, work: async () => void (await readMailbox(app)) },
    { name: 'drop_old_ticket_mails', cron: '23 4 * * *', work: () => dropOldMails(app.database.db, app.now()) },
    { name: 'sweep_ticket_files', cron: '47 * * * *', work: () => sweepUnsent(app) },
  ],
}
