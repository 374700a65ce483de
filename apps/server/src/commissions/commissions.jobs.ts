import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { payCommissions } from './pay-commissions.ts'

export function commissionJobs(app: App): Job[] {
  return [{ name: 'pay_commissions', everyMs: 5000, work: async () => void (await payCommissions(app.database, app.now())) }]
}
