import type { TicketKind, TicketLevel } from '@portico/contract/tickets'
import type { App } from '../app.ts'
import type { Caller } from '../actor.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { addNote, replyAsMember, replyAsStaff } from '../tickets/reply.ts'
import type { DemoMember } from './fill-people.ts'

const HOUR = 3600_000

type Written = { hoursAgo: number; by: 'member' | 'staff' | 'note'; text: string }
type Asked = { member: number; kind: TicketKind; level: TicketLevel; subject: string; written: [Written, ...Written[]] }

const asked: Asked[] = [
  {
    member: 7,
    kind: 'connection',
    level: 'high',
    subject: 'Hong Kong does not open since this morning',
    written: [
      { hoursAgo: 3, by: 'member', text: 'Clash says "timeout" for both Hong Kong nodes. Japan is fine.' },
      { hoursAgo: 2.5, by: 'note', text: 'Nothing wrong with the nodes. Two others with the same provider write in.' },
      { hoursAgo: 2.4, by: 'staff', text: 'Thank you for the details. Please update the subscription in the app and try again.' },
      { hoursAgo: 0.6, by: 'member', text: 'Hong Kong 02 works now, thank you! Hong Kong 01 still does not.' },
    ],
  },
  {
    member: 12,
    kind: 'billing',
    level: 'medium',
    subject: '付款后套餐没有延长',
    written: [{ hoursAgo: 1.2, by: 'member', text: '我今天中午转账续费，到期时间还是没有变化，请帮忙核实一下。' }],
  },
  {
    member: 20,
    kind: 'speed',
    level: 'low',
    subject: 'Which location is best for video calls?',
    written: [
      { hoursAgo: 20, by: 'member', text: 'I call people in Europe in the evening.' },
      { hoursAgo: 18, by: 'staff', text: 'Germany 01. If your line to Europe is slow, Singapore 01 is often steadier in the evening.' },
    ],
  },
]

/** Makes today's tickets: two to answer, one waiting for its member. */
export async function fillTickets(app: App, by: Caller, members: DemoMember[]): Promise<void> {
  const { database } = app
  for (const { member, written, ...about } of asked) {
    const accountId = members[member]?.id ?? 0
    const [first, ...others] = written
    const at = ({ hoursAgo }: Written): Date => new Date(app.now().getTime() - hoursAgo * HOUR)
    const { id: ticketId } = await openTicket(database, { ...about, accountId, text: first.text }, at(first))
    for (const one of others) {
      const message = { ticketId, text: one.text, by: 'web' } as const
      if (one.by === 'member') await replyAsMember(database, { ...message, accountId }, { now: at(one), settings: app.settings() })
      else if (one.by === 'note') await addNote(database, by, message, at(one))
      else await replyAsStaff(database, by, message, at(one))
    }
  }
}
