import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { ANNOUNCE_JOB, announcePrices } from './prices/announce-prices.ts'

const Payload = z.object({ change_id: z.int() })

export function planJobs(app: App): Job[] {
  return [
    {
      name: ANNOUNCE_JOB,
      lane: 'bulk',
      work: (payload) =>
        announcePrices(app.database, { changeId: Payload.parse(payload).change_id, settings: app.settings(), now: app.now() }),
    },
  ]
}
