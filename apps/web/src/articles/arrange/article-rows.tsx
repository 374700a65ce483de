import type { AdminCategory } from '@portico/contract/article-categories-admin'
import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { pathsOf } from '../category-tree.ts'
import { showToastWithLink } from '../../ui/toast-with-link.tsx'
import { useNameOf, useTitlesOf } from '../names.ts'
import { ArticleRow } from './article-row.tsx'
import { type Arrangement, arrangementOf, lastIn, type Row, shelfOf } from './shelves.ts'
import { useArrange } from './use-arrange.ts'
import styles from './arrange.module.css'

const MoveModal = lazyDialog(async () => (await import('./move-modal.tsx')).MoveModal)

/** Headings and articles in one list, so that an article can be dragged past a heading into another category. */
export function ArticleRows({ categories, rows }: { categories: AdminCategory[]; rows: Row[] }) {
  const t = useT()
  const paths = pathsOf(categories, useNameOf())
  const titlesOf = useTitlesOf()
  const arrange = useArrange()
  const [moving, setMoving] = useState<AdminListedArticle | null>(null)
  const places = rows.map((_, i) => i)
  /** Past a heading by a slip of the hand is easy. `back`: the shelf as it was. */
  const sayMoved = (title: string, { category_id: to }: Arrangement, back: Arrangement): void => {
    const category = (to === null ? undefined : paths.get(to)) ?? t('article_order.no_category')
    const undo = (
      <button type="button" onClick={() => arrange.mutate(back)}>
        {t('article_order.undo')}
      </button>
    )
    showToastWithLink(t('article_order.moved', { title, category }), undo)
  }
  const place = (from: number, to: number): void => {
    const row = rows[from]
    // Above the first heading there is nothing.
    if (Math.max(to, 1) === from || !row || !('article' in row)) return
    const { id, category_id: before } = row.article
    const wanted = arrangementOf(rows, from, to)
    const say = (): void => {
      if (wanted.category_id !== before) sayMoved(titlesOf(row.article).title, wanted, shelfOf(rows, id))
    }
    arrange.mutate(wanted, { onSuccess: say })
  }
  return (
    <>
      <ul className={styles['rows']} aria-label={t('title.article_order')}>
        {rows.map((row, i) =>
          'article' in row ? (
            <ArticleRow
              key={row.article.id}
              article={row.article}
              at={i}
              places={places}
              disabled={arrange.isPending}
              onMove={(to) => place(i, to)}
              onOtherCategory={() => setMoving(row.article)}
            />
          ) : (
            <li key={`shelf ${row.shelf?.id}`} className={styles['shelf']}>
              <h2>{row.shelf ? paths.get(row.shelf.id) : t('article_order.no_category')}</h2>
              {!isArticle(rows[i + 1]) && <span className="quiet">{t('article_order.none_here')}</span>}
            </li>
          ),
        )}
      </ul>
      {moving && (
        <MoveModal
          article={moving}
          categories={categories}
          onMove={(categoryId) => arrange.mutateAsync(lastIn(rows, moving.id, categoryId))}
          onClose={() => setMoving(null)}
        />
      )}
    </>
  )
}

const isArticle = (row: Row | undefined): boolean => row !== undefined && 'article' in row
