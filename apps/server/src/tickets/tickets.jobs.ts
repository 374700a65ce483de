import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { closeSilent } from './close-silent.ts'
import { sweepUnsent } from './ticket-files.ts'

export function ticketJobs(app: App): Job[] {
  return [
    {
      name: 'close_silent_tickets',
      cron: '* * * * *',
      work: async () => void (await closeSilent(app.database, { now: app.now(), settings: app.settings() })),
    },
    { name: 'sweep_ticket_files', cron: '47 * * * *', work: () => sweepUnsent(app) },
  ]
}
