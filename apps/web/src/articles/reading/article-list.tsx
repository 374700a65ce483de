import type { ArticleList as Answer, ListedArticle } from '@portico/contract/articles'
import { useZone } from '../../api/site.ts'
import type { Language } from '@portico/contract/translations'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { usePageSearch } from '../../ui/page-search.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { LoadFailed, Loading } from '../../ui/plain/public-frame.tsx'
import styles from './article-list.module.css'
import { ListFilters } from './list-filters.tsx'
import { type ListCall, ListSearch, useArticleList } from './use-article-list.ts'
import { useTextLanguage } from './use-text-language.ts'

/** Articles by category, with what narrows them. `to`: the address of one. */
export function ArticleList({ from, to }: { from: ListCall; to: (id: number) => string }) {
  const t = useT()
  const { lang, keep } = useTextLanguage()
  const [asked, change] = usePageSearch(ListSearch)
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useArticleList(
    from,
    asked,
    lang,
  )
  if (isPending) return <Loading />
  if (isError && !data) return <LoadFailed title={t('reading.failed')} onRetry={refetch} />
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const first = data?.pages[0]
  const isNarrowed = asked.category !== undefined || asked.tag !== undefined || Boolean(asked.search)
  if (!first || (items.length === 0 && !isNarrowed))
    return <EmptyState title={t('reading.empty')} text={t('reading.empty_text')} drawing="start" />
  return (
    <div className={styles['page']}>
      <div className={styles['grid']}>
        <ListFilters shelves={first} asked={asked} onChange={change} />
        <div className={styles['list']} aria-busy={isPlaceholderData}>
          {items.length === 0 && (
            <EmptyState title={t('reading.nothing')} text={t('reading.nothing_text')} drawing="search">
              <button
                type="button"
                className={buttonClass('outline')}
                onClick={() => change({ category: undefined, tag: undefined, search: undefined })}
              >
                {t('reading.show_all')}
              </button>
            </EmptyState>
          )}
          <Shelves items={items} categories={first.categories} lang={lang} to={(id) => keep(to(id))} />
          {isError && <LoadFailed title={t('reading.failed')} onRetry={() => (hasNextPage ? fetchNextPage() : refetch())} />}
          {hasNextPage && !isError && (
            <button
              type="button"
              className={`${buttonClass('outline')} ${styles['more']}`}
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t(isFetchingNextPage ? 'state.loading' : 'reading.more')}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

interface ShelvesProps {
  items: ListedArticle[]
  categories: Answer['categories']
  lang: Language
  to: (id: number) => string
}

/** In reading order, so each category is one run of items. */
function Shelves({ items, categories, lang, to }: ShelvesProps) {
  const t = useT()
  const shelves = shelvesOf(items)
  const nameOf = (id: number | null): string => categories.find((category) => category.id === id)?.name ?? t('reading.other')
  return [...shelves].map(([id, held]) => (
    <section key={id}>
      {(id !== null || shelves.size > 1) && <h2>{nameOf(id)}</h2>}
      <ul>
        {held.map((item) => (
          <Item key={item.id} item={item} lang={lang} to={to} />
        ))}
      </ul>
    </section>
  ))
}

function shelvesOf(items: ListedArticle[]): Map<number | null, ListedArticle[]> {
  const shelves = new Map<number | null, ListedArticle[]>()
  for (const item of items) shelves.set(item.category_id, [...(shelves.get(item.category_id) ?? []), item])
  return shelves
}

function Item({
  item: { id, title, summary, language, updated_at: changed },
  lang,
  to,
}: { item: ListedArticle } & Omit<ShelvesProps, 'items' | 'categories'>) {
  const zone = useZone()
  return (
    <li {...(language !== lang && { lang: language })}>
      <PathLink to={to(id)}>
        <strong>{title}</strong>
        {summary && <span>{summary}</span>}
      </PathLink>
      <time dateTime={changed}>{formatDateTime(changed, zone, 'day')}</time>
    </li>
  )
}
