import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { cutOldTexts } from './words/cut-words.ts'
import { publishScheduled } from './publish-article.ts'

export function articleJobs(app: App): Job[] {
  return [
    { name: 'publish_articles', cron: '* * * * *', work: () => publishScheduled(app.database, app.now()) },
    { name: 'cut_article_words', cron: '* * * * *', work: () => cutOldTexts(app.database) },
  ]
}
