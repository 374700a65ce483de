import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { sweepFiles } from './sweep-files.ts'

export function fileJobs(app: App): Job[] {
  return [{ name: 'sweep_files', cron: '17 * * * *', work: () => sweepFiles(app) }]
}
