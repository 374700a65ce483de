import { cannedReplies } from '../../src/canned-replies/canned-replies.table.ts'
import type { AuditCalls, AuditDesk } from './audit-desk.ts'

const path = '/admin/canned-replies'
const made = async ({ make, unique }: AuditDesk): Promise<{ id: number }> => make('POST', path, { title: unique('Canned '), text: 'Hello' })

/** Texts that staff put into replies. */
export const cannedCalls: AuditCalls = {
  [`POST ${path}`]: {
    action: 'canned_reply.create',
    entity: 'canned_reply',
    prepare: ({ unique }) => ({ body: { title: unique('Canned '), text: 'Hello {{name}}' }, entityId: ({ id }) => id }),
  },
  [`PUT ${path}/:id`]: {
    action: 'canned_reply.update',
    entity: 'canned_reply',
    prepare: async (desk) => ({ id: (await made(desk)).id, body: { title: desk.unique('Canned '), text: 'Changed' } }),
  },
  [`DELETE ${path}/:id`]: {
    action: 'canned_reply.delete',
    entity: 'canned_reply',
    prepare: async (desk) => ({ id: (await made(desk)).id }),
  },
  [`POST ${path}/starters`]: {
    action: 'canned_reply.starters',
    entity: 'canned_reply',
    prepare: async ({ t }) => {
      await t.database.db.delete(cannedReplies)
      return { entityId: '' }
    },
  },
}
