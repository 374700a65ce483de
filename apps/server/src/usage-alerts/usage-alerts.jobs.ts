import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { noteUsage } from './note-usage.ts'

export function usageAlertJobs(app: App): Job[] {
  const work = (): Promise<void> => noteUsage(app.database, app.settings()['usage.alert_thresholds'], app.now())
  return [{ name: 'note_usage', cron: '*/5 * * * *', work }]
}
