import { listHelp } from '@portico/contract/articles'
import { createFileRoute } from '@tanstack/react-router'
import { loadMessages, useT } from '../../i18n.ts'
import { PublicFrame } from '../../ui/plain/public-frame.tsx'
import { ArticleList } from './article-list.tsx'
import { prefetchArticles } from './use-article-list.ts'

export const Route = createFileRoute('/_public/help')({
  loader: ({ location }) => Promise.all([loadMessages('reading'), prefetchArticles(listHelp, location.search)]),
  component: HelpPage,
  staticData: { title: 'title.help' },
})

function HelpPage() {
  const t = useT()
  return (
    <PublicFrame title={t('title.help')} text={t('reading.text')}>
      <ArticleList from={listHelp} to={(id) => `/help/${id}`} />
    </PublicFrame>
  )
}
