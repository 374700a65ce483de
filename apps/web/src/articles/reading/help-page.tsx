import { listHelp } from '@portico/contract/articles'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { readToken } from '../../api/session.ts'
import { loadMessages, useT } from '../../i18n.ts'
import { PublicFrame } from '../../ui/plain/public-frame.tsx'
import { ArticleList } from './article-list.tsx'
import { prefetchArticles } from './use-article-list.ts'

export const Route = createFileRoute('/_public/help')({
  // Members also see the articles that are only for them.
  beforeLoad: ({ location }) => {
    if (readToken()) throw redirect({ href: location.href.replace('/help', '/article/list'), replace: true })
  },
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
