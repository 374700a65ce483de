import { enqueue } from '../../src/jobs/queue.ts'
import type { AuditCalls, AuditDesk } from './audit-desk.ts'

/** What operators do to queued jobs. */
export const logCalls: AuditCalls = {
  'POST /admin/log/jobs/:id/retry': {
    action: 'job.retry',
    entity: 'job',
    prepare: async (desk) => ({ id: await waitingJob(desk) }),
  },
  'DELETE /admin/log/jobs/:id': {
    action: 'job.drop',
    entity: 'job',
    prepare: async (desk) => ({ id: await waitingJob(desk) }),
  },
}

async function waitingJob(desk: AuditDesk): Promise<number> {
  const name = desk.unique('job')
  const payload = { card: desk.hide('payload-of-a-job') }
  await desk.t.database.transaction((tx) => enqueue(tx, name, payload, { runAt: new Date(Date.now() + 3_600_000) }))
  return (await desk.owner.call('GET', '/admin/log/jobs', { name })).body.items[0].id
}
