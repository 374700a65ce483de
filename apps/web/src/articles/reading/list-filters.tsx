import type { ArticleCategory, ArticleList } from '@portico/contract/articles'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'
import styles from './list-filters.module.css'
import type { Asked } from './use-article-list.ts'

interface ListFiltersProps {
  shelves: Pick<ArticleList, 'categories' | 'tags'>
  asked: Asked
  onChange: (change: { category?: number | undefined; tag?: number | undefined; search?: string | undefined }) => void
}

/** Search, the tree of categories, and tags. */
export function ListFilters({ shelves: { categories, tags }, asked, onChange }: ListFiltersProps) {
  const t = useT()
  const chosen = categories.find(({ id }) => id === asked.category)
  const choose = (category: ArticleCategory | undefined) => (
    <button type="button" aria-current={asked.category === category?.id || undefined} onClick={() => onChange({ category: category?.id })}>
      {category?.name ?? t('reading.all')}
    </button>
  )
  const tree = (
    <ul>
      <li>{choose(undefined)}</li>
      {categories.map((category) => (
        <li key={category.id} style={{ paddingInlineStart: depthOf(category, categories) * 14 }}>
          {choose(category)}
        </li>
      ))}
    </ul>
  )
  const choices = tags.length > 0 && (
    <div className={styles['tags']} role="group" aria-label={t('reading.tags')}>
      {tags.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={asked.tag === id} onClick={() => onChange({ tag: asked.tag === id ? undefined : id })}>
          {name}
        </button>
      ))}
    </div>
  )
  return (
    <div className={styles['filters']} role="search">
      <Search value={asked.search ?? ''} onChange={(search) => onChange({ search })} />
      <PathLink to={asked.search ? `/soso?${new URLSearchParams({ q: asked.search })}` : '/soso'} className="small">
        {t('reading.search_site')}
      </PathLink>
      {categories.length > 0 && (
        <>
          <details className={styles['folded']}>
            <summary>
              {t('reading.categories')}
              <span>{chosen?.name ?? t('reading.all')}</span>
            </summary>
            {tree}
            {choices}
          </details>
          <nav className={styles['tree']} aria-label={t('reading.categories')}>
            {tree}
          </nav>
        </>
      )}
      {choices && (
        <details
          className={styles['beside']}
          data-only={categories.length === 0 || undefined}
          open={categories.length === 0 || asked.tag !== undefined}
        >
          <summary>{t('reading.tags')}</summary>
          {choices}
        </details>
      )}
    </div>
  )
}

/** The search field of a list: looks for what is typed after a short pause. */
function Search({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useSearchText(value, onChange)
  return (
    <input
      type="search"
      maxLength={60}
      aria-label={t('reading.search')}
      placeholder={t('reading.search')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

function depthOf({ parent_id: parent }: ArticleCategory, all: ArticleCategory[]): number {
  const above = all.find(({ id }) => id === parent)
  return above ? 1 + depthOf(above, all) : 0
}
