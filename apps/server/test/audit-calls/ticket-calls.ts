import { type AuditCalls, type AuditDesk, leaves, on } from './audit-desk.ts'

async function made({ t }: AuditDesk): Promise<number> {
  const member = await t.member()
  const { body } = await member.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Help', text: 'Please.' })
  return body.id
}

export const ticketCalls: AuditCalls = {
  'POST /admin/tickets/:id/replies': leaves('ticket.reply', on(made, { text: 'Try again.' })),
  'POST /admin/tickets/:id/notes': leaves('ticket.note', on(made, { text: 'Seen before.' })),
  'PUT /admin/tickets/:id/assignee': leaves(
    'ticket.assign',
    on(made, ({ owner }) => ({ account_id: owner.id })),
  ),
  'PATCH /admin/tickets/:id': leaves('ticket.update', on(made, { level: 'high' })),
  'POST /admin/tickets/:id/close': leaves('ticket.resolve', on(made)),
  'POST /admin/tickets/:id/reopen': leaves('ticket.reopen', async (desk) => {
    const id = await made(desk)
    await desk.make('POST', `/admin/tickets/${id}/close`)
    return { id }
  }),
}
