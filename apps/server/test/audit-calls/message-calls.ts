import { messages } from '../../src/messages/messages.table.ts'
import { type AuditCalls, leaves } from './audit-desk.ts'

export const messageCalls: AuditCalls = {
  'POST /admin/messages/:id/retry': leaves('message.retry', async ({ t }) => {
    const [at, sent] = [t.app.now(), { channel: 'email' as const, recipient: 'someone@example.com', language: 'en' as const }]
    const row = { ...sent, at, template: 'test' as const, data: {}, status: 'failed' as const, tries: 3, nextTryAt: at, expiresAt: at }
    const [made] = await t.database.db.insert(messages).values(row).returning({ id: messages.id })
    return { id: made!.id }
  }),
  'POST /admin/messages/tests': leaves('message.test', async ({ t }) => {
    const { rows } = await t.database.pool.query<{ next: number }>('select coalesce(max(id), 0) + 1 as next from messages')
    const body = { channel: 'email', to: 'someone@example.com', language: 'en', template: 'code' }
    return { body, entityId: rows[0]!.next }
  }),
  'PUT /admin/messages/texts': leaves('message_text.update', ({ unique }) => ({
    body: { ...text, subject: unique('Subject ') },
    entityId: 'code/en',
  })),
  'POST /admin/messages/texts/reset': leaves('message_text.reset', async ({ make, unique }) => {
    await make('PUT', '/admin/messages/texts', { ...text, subject: unique('Subject ') })
    return { body: { template: 'code', language: 'en' }, entityId: 'code/en' }
  }),
}

const text = { template: 'code', language: 'en', text: 'Hello\n\n{{code}}', sms: '{{code}}' }
