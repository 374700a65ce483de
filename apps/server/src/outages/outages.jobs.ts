import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Job } from '../jobs/queue.ts'
import { COMPENSATE_JOB, giveCompensation } from './compensate.ts'

const Payload = z.object({ outage_id: z.int() })

export function outageJobs(app: App): Job[] {
  return [
    {
      name: COMPENSATE_JOB,
      work: (payload) => giveCompensation(app.database, Payload.parse(payload).outage_id, app.now(), app.settings()['site.timezone']),
    },
  ]
}
