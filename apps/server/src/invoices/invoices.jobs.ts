import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { issueInvoices } from './issue-invoices.ts'

export function invoiceJobs(app: App): Job[] {
  return [
    {
      // Enqueued with each payment. The schedule is for what waited for the seller's data.
      name: 'issue_invoices',
      cron: '*/10 * * * *',
      work: async () => {
        const issued = await issueInvoices(app.database, { now: app.now(), settings: app.settings() })
        if (issued > 0) app.log.info({ issued }, 'invoices issued')
      },
    },
  ]
}
