import { PeriodicJobs } from './periodic-jobs.tsx'
import { QueuedJobs } from './queued-jobs.tsx'

/** What the server does on its own: what waits, what failed, and what runs by the clock. */
export function JobsTab() {
  return (
    <>
      <QueuedJobs />
      <PeriodicJobs />
    </>
  )
}
