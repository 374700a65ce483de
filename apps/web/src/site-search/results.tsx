import type { FoundGroup, FoundItem } from '@portico/contract/site-search'
import { readToken } from '../api/session.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed, Loading } from '../ui/plain/public-frame.tsx'
import { Marked } from './marked.tsx'
import styles from './soso.module.css'
import { useFoundOnSite } from './use-found-on-site.ts'

/** Results by kind; without a query or a match, suggestions. */
export function Results({ q }: { q: string }) {
  const t = useT()
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useFoundOnSite(q)
  if (isPending) return <Loading />
  if (isError && !data) return <LoadFailed title={t('soso.failed')} onRetry={refetch} />
  const pages = data?.pages ?? []
  const groups = (pages[0]?.groups ?? []).map((group) => (group.kind === 'article' ? { ...group, items: articlesOf(pages) } : group))
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const suggestions = pages[0]?.suggestions ?? []
  return (
    <div className={styles['results']} aria-busy={isPlaceholderData}>
      <p className={q === '' || count === 0 ? 'visually-hidden' : styles['count']} role="status">
        {q === '' ? '' : count === 0 ? t('soso.nothing', { q }) : t(hasNextPage ? 'soso.count_more' : 'soso.count', { n: count })}
      </p>
      {groups.map((group) => (
        <Group key={group.kind} group={group}>
          {group.kind === 'article' && hasNextPage && !isError && (
            <button
              type="button"
              className={`${buttonClass('outline')} ${styles['more']}`}
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t(isFetchingNextPage ? 'state.loading' : 'soso.more')}
            </button>
          )}
          {group.kind === 'article' && isError && <LoadFailed title={t('soso.failed')} onRetry={() => fetchNextPage()} />}
        </Group>
      ))}
      {q !== '' && count === 0 && <Nothing q={q} />}
      {suggestions.length > 0 && (
        <section>
          <h2>{t('soso.suggestions')}</h2>
          <Items items={suggestions} />
        </section>
      )}
    </div>
  )
}

function articlesOf(pages: { groups: FoundGroup[] }[]): FoundItem[] {
  return pages.flatMap(({ groups }) => groups.find(({ kind }) => kind === 'article')?.items ?? [])
}

function Group({ group: { kind, items }, children }: { group: FoundGroup; children: React.ReactNode }) {
  const t = useT()
  return (
    <section>
      <h2>{t(`soso.kind_${kind}`)}</h2>
      <Items items={items} />
      {children}
    </section>
  )
}

function Items({ items }: { items: FoundItem[] }) {
  const own = useStore(language)
  return (
    <ul className={styles['items']}>
      {items.map(({ id, title, excerpt, language: lang, path }) => (
        <li key={id} {...(lang !== own && { lang })}>
          <PathLink to={lang === own ? path : `${path}?lang=${lang}`}>
            <strong>
              <Marked text={title} />
            </strong>
            {excerpt.text !== '' && (
              <span>
                <Marked text={excerpt} />
              </span>
            )}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}

function Nothing({ q }: { q: string }) {
  const t = useT()
  return (
    <EmptyState title={t('soso.nothing', { q })} text={t('soso.nothing_text')} drawing="search">
      <PathLink to={readToken() ? '/article/list' : '/help'} className={buttonClass('outline')}>
        {t('soso.to_help')}
      </PathLink>
    </EmptyState>
  )
}
