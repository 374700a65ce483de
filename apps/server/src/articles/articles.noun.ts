import type { Noun } from '../noun.ts'
import { cutOldTexts } from './words/cut-words.ts'
import { publishScheduled } from './publish-article.ts'
import { articleRoutes } from './articles.routes.ts'
import { articleAdminRoutes } from './article-admin.routes.ts'

export const articlesNoun: Noun = {
  routes: [articleRoutes, articleAdminRoutes],
  jobs: (app) => [
    { name: 'publish_articles', cron: '* * * * *', work: () => publishScheduled(app.database, app.now()) },
    { name: 'cut_article_words', cron: '* * * * *', work: () => cutOldTexts(app.database) },
  ],
}
