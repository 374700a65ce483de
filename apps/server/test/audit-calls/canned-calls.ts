import { cannedReplies } from '../../src/canned-replies/canned-replies.table.ts'
import { type AuditCalls, type AuditDesk, leaves, on } from './audit-desk.ts'

const path = '/admin/canned-replies'
const made = async ({ make, unique }: AuditDesk): Promise<{ id: number }> => make('POST', path, { title: unique('Canned '), text: 'Hello' })

export const cannedCalls: AuditCalls = {
  [`POST ${path}`]: leaves('canned_reply.create', ({ unique }) => ({ body: { title: unique('Canned '), text: 'Hello {{name}}' } })),
  [`PUT ${path}/:id`]: leaves(
    'canned_reply.update',
    on(made, ({ unique }) => ({ title: unique('Canned '), text: 'Changed' })),
  ),
  [`DELETE ${path}/:id`]: leaves('canned_reply.delete', on(made)),
  [`POST ${path}/starters`]: leaves('canned_reply.starters', async ({ t }) => {
    await t.database.db.delete(cannedReplies)
    return {}
  }),
}
