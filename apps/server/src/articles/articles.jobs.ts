import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { publishScheduled } from './publish-article.ts'

export function articleJobs(app: App): Job[] {
  return [{ name: 'publish_articles', cron: '* * * * *', work: () => publishScheduled(app.database, app.now()) }]
}
