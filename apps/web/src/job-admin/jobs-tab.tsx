import { PeriodicJobs } from './periodic-jobs.tsx'
import { QueuedJobs } from './queued-jobs.tsx'

/** Background jobs: queued, failed and scheduled. */
export function JobsTab() {
  return (
    <>
      <QueuedJobs />
      <PeriodicJobs />
    </>
  )
}
