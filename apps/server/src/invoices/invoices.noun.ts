import type { Noun } from '../noun.ts'
import { issueInvoices } from './issue-invoices.ts'
import { invoiceRoutes } from './invoices.routes.ts'

export const invoicesNoun: Noun = {
  purpose: 'money',
  routes: [invoiceRoutes],
  jobs: (app) => [
    {
      // Enqueued with each payment. The schedule is for what waited for the seller's data.
      name: 'issue_invoices',
      cron: '*/10 * * * *',
      work: async () => {
        const issued = await issueInvoices(app.database, { now: app.now(), settings: app.settings() })
        if (issued > 0) app.log.info({ issued }, 'invoices issued')
      },
    },
  ],
}
