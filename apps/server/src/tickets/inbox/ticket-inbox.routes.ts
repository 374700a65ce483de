import * as contract from '@portico/contract/ticket-inbox-admin'
import type { Language } from '@portico/contract/translations'
import type { App } from '../../app.ts'
import type { Reader } from '../../articles/audience.ts'
import { dayStart } from '../../calendar.ts'
import { type Router, serve } from '../../http/router.ts'
import { kept } from '../../kept/kept.ts'
import { createSearchArticles } from '../../articles/words/search-articles.ts'
import { mostAsked } from './asked.ts'
import { countTickets } from './count-tickets.ts'
import { ticketFigures } from './figures.ts'
import { lookAtTicket } from './look-at-ticket.ts'
import { targetsOf } from './targets.ts'
import { ticketMember } from './ticket-member.ts'
import { mondayBefore } from './weeks.ts'

const FIGURES_MS = 60_000
/** Any signed-in member: articles for one plan would not help others. */
const anyMember: Reader = { accountId: 0, groupId: null, planId: null }

export function ticketInboxRoutes(router: Router, app: App): void {
  const { db } = app.database
  const searchArticles = createSearchArticles(db, app.now)
  const zone = (): string => app.settings()['site.timezone']
  // What an answer depends on is its key.
  const figures = kept(app.now, FIGURES_MS, (key) => {
    const [weeks = '', in_ = ''] = key.split(' ')
    return ticketFigures(db, { weeks: Number(weeks), zone: in_ }, app.now())
  })
  const asked = kept(app.now, FIGURES_MS, (key) => {
    const [weeks = '', in_ = '', language = ''] = key.split(' ')
    const since = dayStart(mondayBefore(app.now(), in_, Number(weeks) - 1), in_)
    return mostAsked(db, searchArticles, anyMember, language as Language, since)
  })

  serve(router, app, contract.adminTicketCounts, async ({ caller }) => {
    const targets = targetsOf(app.settings())
    return { ...(await countTickets(db, caller.accountId, targets, app.now())), targets }
  })
  serve(router, app, contract.adminTicketMember, ({ params, origin: { language } }) => ticketMember(app, params.id, language, app.now()))
  serve(router, app, contract.adminTicketPresence, async ({ caller, params, body }) => ({
    others: await lookAtTicket(db, { ticketId: params.id, accountId: caller.accountId, writing: body.writing }, app.now()),
  }))
  serve(router, app, contract.adminTicketFigures, async ({ query }) => (await figures(`${query.weeks} ${zone()}`)).value)
  serve(router, app, contract.adminTicketsAsked, async ({ query, origin: { language } }) => {
    const { value: items } = await asked(`${query.weeks} ${zone()} ${language}`)
    return { items, total: items.length }
  })
}
