import type { AuditCalls, AuditDesk } from './audit-desk.ts'

export const ticketCalls: AuditCalls = {
  'POST /admin/tickets/:id/replies': {
    action: 'ticket.reply',
    entity: 'ticket',
    prepare: async (desk) => ({ id: await made(desk), body: { text: 'Try again.' } }),
  },
  'POST /admin/tickets/:id/notes': {
    action: 'ticket.note',
    entity: 'ticket',
    prepare: async (desk) => ({ id: await made(desk), body: { text: 'Seen before.' } }),
  },
  'PUT /admin/tickets/:id/assignee': {
    action: 'ticket.assign',
    entity: 'ticket',
    prepare: async (desk) => ({ id: await made(desk), body: { account_id: desk.owner.id } }),
  },
  'PATCH /admin/tickets/:id': {
    action: 'ticket.update',
    entity: 'ticket',
    prepare: async (desk) => ({ id: await made(desk), body: { level: 'high' } }),
  },
  'POST /admin/tickets/:id/close': { action: 'ticket.resolve', entity: 'ticket', prepare: async (desk) => ({ id: await made(desk) }) },
  'POST /admin/tickets/:id/reopen': {
    action: 'ticket.reopen',
    entity: 'ticket',
    prepare: async (desk) => {
      const id = await made(desk)
      await desk.make('POST', `/admin/tickets/${id}/close`)
      return { id }
    },
  },
}

async function made({ t }: AuditDesk): Promise<number> {
  const member = await t.member()
  const { body } = await member.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Help', text: 'Please.' })
  return body.id
}
