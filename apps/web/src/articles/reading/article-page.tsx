import { fetchArticle } from '@portico/contract/articles'
import type { Language } from '@portico/contract/translations'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { get, prefetch } from '../../api/query.ts'
import { loadMessages, useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { readArticle } from '../article-addresses.ts'
import { ArticleView } from './article-view.tsx'
import { Helpful } from './helpful.tsx'
import { StillStuck } from './still-stuck.tsx'
import { textLanguage, useTextLanguage } from './use-text-language.ts'

// A failed fetch stops the loading indicator and shows nothing else.
const articleOf = (id: string, lang: Language) => get(fetchArticle, { query: { id, lang } }, { quiet: true })

export const Route = createFileRoute('/_signed-in/article/articleRead/$articleId')({
  loader: ({ params, location }) =>
    Promise.all([loadMessages('reading'), prefetch(articleOf(params.articleId, textLanguage(location.search)))]),
  component: ArticlePage,
  staticData: { title: 'title.article' },
})

function ArticlePage() {
  const t = useT()
  const { articleId } = useParams({ from: '/_signed-in/article/articleRead/$articleId' })
  const { lang } = useTextLanguage()
  const { data } = useQuery({ ...articleOf(articleId, lang), retryOnMount: false })
  if (!data) return null
  return (
    <ArticleView article={data} list="/article/list" listName={t('title.articles')} to={readArticle} wanted={lang}>
      <Helpful key={data.id} id={data.id} given={data.helpful} />
      <StillStuck>
        <PathLink className={buttonClass('outline')} to="/user/ticket/new">
          {t('reading.ask')}
        </PathLink>
      </StillStuck>
    </ArticleView>
  )
}
