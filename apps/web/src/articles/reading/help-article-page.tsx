import { readHelp } from '@portico/contract/articles'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/call.ts'
import { get, prefetch, queryClient } from '../../api/query.ts'
import { useSite } from '../../api/site.ts'
import { readToken } from '../../api/session.ts'
import type { Language } from '@portico/contract/translations'
import { loadMessages, useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { LoadFailed, Loading } from '../../ui/plain/public-frame.tsx'
import { ArticleView } from './article-view.tsx'
import { StillStuck } from './still-stuck.tsx'
import styles from './help-article.module.css'
import { textLanguage, useTextLanguage } from './use-text-language.ts'

const articleOf = (id: string, lang: Language) => get(readHelp, { query: { id, lang } }, { quiet: true })

export const Route = createFileRoute('/_public/help/$articleId')({
  beforeLoad: ({ params, location }) => {
    if (!/^\d{1,15}$/.test(params.articleId)) throw redirect({ to: '/404', replace: true })
    // Members also see the parts that are only for them.
    if (readToken()) throw redirect({ href: location.href.replace('/help', '/article/articleRead'), replace: true })
  },
  loader: async ({ params, location }) => {
    await Promise.all([loadMessages('reading'), prefetch(articleOf(params.articleId, textLanguage(location.search)))])
  },
  component: HelpArticlePage,
  staticData: { title: 'title.help' },
})

function HelpArticlePage() {
  const t = useT()
  const { articleId } = useParams({ from: '/_public/help/$articleId' })
  const { lang } = useTextLanguage()
  const isOpen = useSite()?.registration_open !== false
  const { data, isPending, error, refetch } = useQuery({ ...articleOf(articleId, lang), retryOnMount: false }, queryClient)
  return (
    <div className={`${styles['page']} wrap`}>
      {isPending && <Loading />}
      {error && !data && (isMissing(error) ? <Missing /> : <LoadFailed title={t('reading.article_failed')} onRetry={refetch} />)}
      {data && (
        <ArticleView article={data} list="/help" listName={t('title.help')} to={(id) => `/help/${id}`} wanted={lang}>
          <StillStuck>
            <Link className={buttonClass('outline')} to="/service">
              {t('reading.service')}
            </Link>
            {isOpen && (
              <Link className={buttonClass('outline')} to="/register">
                {t('nav.register')}
              </Link>
            )}
          </StillStuck>
        </ArticleView>
      )}
    </div>
  )
}

function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

function Missing() {
  const t = useT()
  return (
    <EmptyState title={t('reading.missing')} drawing="search">
      <Link className={buttonClass('outline')} to="/help">
        {t('reading.all')}
      </Link>
    </EmptyState>
  )
}
