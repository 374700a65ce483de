import { adminListTickets } from '@portico/contract/tickets-admin'
import { TicketKind, TicketLevel } from '@portico/contract/tickets'
import * as z from 'zod/mini'
import { list } from '../../api/query.ts'
import { choice, pageNumber, rowId, text } from '../../ui/page-search.ts'

export const VIEWS = ['waiting_staff', 'waiting_member', 'closed'] as const
export type View = (typeof VIEWS)[number]
export const HOLDERS = ['me', 'none', 'others'] as const
export const SORTS = ['answer_due', 'waits_since', '-last_message_at', '-created_at'] as const

/** State of the inbox in its URL. */
export const InboxSearch = z.object({
  page: pageNumber,
  tab: choice(['canned', 'figures']),
  /** View; absent: tickets that wait for staff. */
  view: choice(VIEWS),
  holder: choice(HOLDERS),
  kind: choice(TicketKind.options),
  level: choice(TicketLevel.options),
  plan: rowId,
  q: text,
  sort: choice(SORTS),
  /** Id of the shown ticket. */
  ticket: rowId,
})
export type InboxSearch = z.output<typeof InboxSearch>

export const viewOf = ({ view }: InboxSearch): View => view ?? 'waiting_staff'

/** Order of the list: by due answer where staff must answer; else latest message first. */
export function sortOf({ view, sort }: InboxSearch): (typeof SORTS)[number] {
  return sort ?? (view === undefined || view === 'waiting_staff' ? 'answer_due' : '-last_message_at')
}

export function ticketsOf(search: InboxSearch) {
  const { page, holder: assignee, kind, level, plan: plan_id, q } = search
  const view = viewOf(search)
  const where = view === 'closed' ? ({ status: 'closed' } as const) : ({ waits: view } as const)
  return list(adminListTickets, { query: { page, page_size: 25, ...where, assignee, kind, level, plan_id, q, sort: sortOf(search) } })
}
