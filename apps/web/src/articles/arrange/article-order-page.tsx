import { Button } from '@mantine/core'
import { adminListCategories } from '@portico/contract/article-categories-admin'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { get, prefetch, queryClient } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { newArticle } from '../article-addresses.ts'
import { ArticleRows } from './article-rows.tsx'
import { rowsOf } from './shelves.ts'
import { readArticles } from './use-arrange.ts'
import styles from './arrange.module.css'

const categories = get(adminListCategories, {})

export const Route = createFileRoute('/_signed-in/_console/admin/article/list')({
  loader: () => Promise.all([prefetch(categories), queryClient.prefetchInfiniteQuery(readArticles)]),
  component: ArticleOrderPage,
  staticData: { title: 'title.article_order' },
})

/** Reading order of the articles in the members' tutorials. */
function ArticleOrderPage() {
  const t = useT()
  const router = useRouter()
  const shelves = useQuery(categories)
  const query = useInfiniteQuery(readArticles)
  const articles = query.data?.pages.flatMap(({ items }) => items)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const error = query.error ?? shelves.error
  const retry = (): void => {
    void query.refetch()
    void shelves.refetch()
  }
  const write = <Button onClick={() => void router.navigate({ href: newArticle('article') })}>{t('article_order.write')}</Button>
  const isReady = articles !== undefined && shelves.data !== undefined
  return (
    <>
      <PageHeader title={t('title.article_order')} text={t('article_order.text')}>
        {articles !== undefined && articles.length > 0 && write}
      </PageHeader>
      {!isReady && (error ? <ErrorState error={error} onRetry={retry} /> : <PageLoading />)}
      {isReady && articles.length === 0 && (
        <EmptyState title={t('article_order.empty')} text={t('article_order.empty_text')} drawing="start">
          {write}
        </EmptyState>
      )}
      {isReady && articles.length > 0 && (
        <>
          <ArticleRows categories={shelves.data.items} rows={rowsOf(shelves.data.items, articles)} />
          <p className={styles['more']}>
            {t('article_order.shown', { n: articles.length, total })}
            {query.hasNextPage && (
              <Button size="compact-md" variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('article_order.more')}
              </Button>
            )}
          </p>
        </>
      )}
    </>
  )
}
