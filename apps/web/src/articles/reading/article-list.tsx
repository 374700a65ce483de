import type { ArticleList as Answer, ListedArticle } from '@portico/contract/articles'
import { useState } from 'react'
import { useZone } from '../../api/site.ts'
import type { Language } from '@portico/contract/translations'
import { useT } from '../../i18n.ts'
import { deviceOf } from '../../subscriptions/import-apps.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { usePageSearch } from '../../ui/page-search.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { LoadFailed, Loading } from '../../ui/plain/public-frame.tsx'
import { useDevice } from '../../ui/use-device.ts'
import styles from './article-list.module.css'
import { ListFilters } from './list-filters.tsx'
import { type ListCall, ListSearch, useArticleList } from './use-article-list.ts'
import { DeviceIcon } from './start/device-icon.tsx'
import { findFirstSteps } from './start/find-first-steps.ts'
import { FirstSteps } from './start/first-steps.tsx'
import { useTextLanguage } from './use-text-language.ts'

const RECENT_MS = 14 * 24 * 60 * 60 * 1000

/** Articles by category, with filters. `to`: address of an article. */
export function ArticleList({ from, to }: { from: ListCall; to: (id: number) => string }) {
  const t = useT()
  const { lang, keep } = useTextLanguage()
  const own = deviceOf(useDevice())
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
  const steps = isNarrowed ? null : findFirstSteps(items, first.categories, own)
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
          {steps && <FirstSteps steps={steps} own={own} items={items} to={to} keep={keep} />}
          <Shelves
            items={steps ? items.filter((item) => !steps.articles.includes(item)) : items}
            categories={first.categories}
            lang={lang}
            to={(id) => keep(to(id))}
          />
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

/** Articles in reading order, so each category is one run; inner categories belong to the outermost. */
function Shelves({ items, categories, lang, to }: ShelvesProps) {
  const t = useT()
  const shelves = shelvesOf(items, categories)
  const nameOf = (id: number | null): string => categories.find((category) => category.id === id)?.name ?? t('reading.other')
  const sections = [...shelves].map(([id, held]) => (
    <section key={id}>
      {(id !== null || shelves.size > 1) && (
        <h2>
          <DeviceIcon of={nameOf(id)} />
          {nameOf(id)}
        </h2>
      )}
      <ul>
        {held.map((item) => (
          <Item key={item.id} item={item} lang={lang} to={to} />
        ))}
      </ul>
    </section>
  ))
  return <div className={styles['shelves']}>{sections}</div>
}

function shelvesOf(items: ListedArticle[], categories: Answer['categories']): Map<number | null, ListedArticle[]> {
  const shelves = new Map<number | null, ListedArticle[]>()
  for (const item of items) {
    const shelf = outermost(item.category_id, categories)
    shelves.set(shelf, [...(shelves.get(shelf) ?? []), item])
  }
  return shelves
}

/** The outermost category around one; null: none. */
function outermost(id: number | null, categories: Answer['categories']): number | null {
  const parent = categories.find((category) => category.id === id)?.parent_id ?? null
  return parent === null ? id : outermost(parent, categories)
}

function Item({
  item: { id, title, summary, language, updated_at: changed },
  lang,
  to,
}: { item: ListedArticle } & Omit<ShelvesProps, 'items' | 'categories'>) {
  const t = useT()
  const zone = useZone()
  const [now] = useState(Date.now)
  const isRecent = now - Date.parse(changed) < RECENT_MS
  return (
    <li {...(language !== lang && { lang: language })}>
      <PathLink to={to(id)}>
        <strong>{title}</strong>
        {summary && <span>{summary}</span>}
      </PathLink>
      {isRecent && <time dateTime={changed}>{t('reading.changed_on', { day: formatDateTime(changed, zone, 'day') })}</time>}
    </li>
  )
}
