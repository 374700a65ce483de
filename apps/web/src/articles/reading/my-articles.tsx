import { fetchArticles } from '@portico/contract/articles'
import { loadMessages, useT } from '../../i18n.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { readArticle } from '../article-addresses.ts'
import { ArticleList } from './article-list.tsx'
import { prefetchArticles } from './use-article-list.ts'

export function loadMyArticles({ location }: { location: { search: object } }): Promise<unknown> {
  return Promise.all([loadMessages('reading'), prefetchArticles(fetchArticles, location.search)])
}

/** The articles a member may read. */
export function MyArticles() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.articles')} text={t('reading.text')} />
      <ArticleList from={fetchArticles} to={readArticle} />
    </>
  )
}
