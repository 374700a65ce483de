import { createHash, timingSafeEqual } from 'node:crypto'
import * as contract from '@portico/contract/tickets-admin'
import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import { originOf, respond, type Router, serve } from '../../http/router.ts'
import { toPage, toWire } from '../../to-wire.ts'
import { listTicketMails, type TicketMailRow } from './list-mails.ts'
import { testMailbox } from './read-mailbox.ts'
import { MAX_MAIL_BYTES, receiveMail } from './receive-mail.ts'

/** The desk's view of mail, and the call of a mail service: no session and no signature, but a secret in a header. */
export function ticketMailRoutes(router: Router, app: App): void {
  router.post('/api/v1/guest/mail/ticket', async (c) => {
    const origin = originOf(c, app)
    return respond(c, app, origin, async () => {
      await app.limits.mailCallsByNetwork.check(origin.network)
      if (!isSecret(app, c.req.header('x-mail-secret') ?? '')) {
        await app.limits.mailCallsByNetwork.take(origin.network)
        throw new AppError('not_found')
      }
      const raw = await readBody(c, MAX_MAIL_BYTES)
      // A refused mail is done with: the service must not send it again.
      return { result: await receiveMail(app, raw) }
    })
  })

  serve(router, app, contract.adminListTicketMails, async ({ query }) => {
    const found = await listTicketMails(app.database.db, query.refused === 'true', query)
    return { ...found, ...toPage(found, query, toMail) }
  })
  serve(router, app, contract.adminTestTicketMail, async () => ({ result: await testMailbox(app.settings()) }))
}

/** Whether a secret matches, by hash, whose length and time reveal nothing. */
function isSecret(app: App, given: string): boolean {
  const { 'ticket_mail.mode': mode, 'ticket_mail.webhook_secret': secret } = app.settings()
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(secret)) && mode === 'webhook' && secret !== ''
}

function toMail(mail: TicketMailRow): contract.TicketMail {
  return toWire(contract.TicketMail, mail)
}
