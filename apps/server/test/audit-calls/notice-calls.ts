import { noticeInput } from '../notice-desk.ts'
import { type AuditCalls, type AuditDesk, leaves, on } from './audit-desk.ts'

const notice = noticeInput({ placement: 'message' })
const made = async ({ make }: AuditDesk): Promise<number> => (await make('POST', '/admin/notices', notice)).id

export const noticeCalls: AuditCalls = {
  'POST /admin/notices': leaves('notice.create', () => ({ body: notice })),
  'PUT /admin/notices/:id': leaves('notice.update', on(made, { version: 1, notice: { ...notice, title: 'Renamed' }, show_again: false })),
  'POST /admin/notices/:id/move': leaves('notice.publish', on(made, { version: 1, to: 'publish' })),
  'POST /admin/notices/:id/copy': leaves('notice.create', async (desk) => ({ id: await made(desk), entityId: (answer) => answer.id })),
  'DELETE /admin/notices/:id': leaves('notice.delete', on(made)),
}
