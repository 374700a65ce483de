import type { AuditCalls, AuditDesk } from './audit-desk.ts'

export const noticeCalls: AuditCalls = {
  'POST /admin/notices': {
    action: 'notice.create',
    entity: 'notice',
    prepare: () => ({ body: notice, entityId: (answer) => answer.id }),
  },
  'PUT /admin/notices/:id': {
    action: 'notice.update',
    entity: 'notice',
    prepare: async (desk) => ({ id: await made(desk), body: { version: 1, notice: { ...notice, title: 'Renamed' }, show_again: false } }),
  },
  'POST /admin/notices/:id/move': {
    action: 'notice.publish',
    entity: 'notice',
    prepare: async (desk) => ({ id: await made(desk), body: { version: 1, to: 'publish' } }),
  },
  'POST /admin/notices/:id/copy': {
    action: 'notice.create',
    entity: 'notice',
    prepare: async (desk) => ({ id: await made(desk), entityId: (answer) => answer.id }),
  },
  'DELETE /admin/notices/:id': { action: 'notice.delete', entity: 'notice', prepare: async (desk) => ({ id: await made(desk) }) },
}

const notice = {
  placement: 'message',
  title: 'Maintenance',
  body: '<p>On Sunday.</p>',
  audience: 'all',
  audience_ids: [],
  audience_days: null,
  starts_at: null,
  ends_at: null,
}

const made = async ({ make }: AuditDesk): Promise<number> => (await make('POST', '/admin/notices', notice)).id
