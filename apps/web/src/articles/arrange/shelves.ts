import type { AdminCategory } from '@portico/contract/article-categories-admin'
import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { moved } from '../../ui/table/drag-row.ts'
import { flat, treeOf } from '../category-tree.ts'

/** A row of the list in reading order: the heading of a category, or an article below it. */
export type Row = { shelf: AdminCategory | null } | { article: AdminListedArticle }

/** Rows of all categories with their articles in reading order; last those without a category. */
export function rowsOf(categories: AdminCategory[], articles: AdminListedArticle[]): Row[] {
  const known = new Set(categories.map(({ id }) => id))
  const inIt = (id: number | null): Row[] =>
    articles.filter(({ category_id: own }) => (id === null ? own === null || !known.has(own) : own === id)).map((article) => ({ article }))
  const loose = inIt(null)
  return [
    ...flat(treeOf(categories)).flatMap(({ category }) => [{ shelf: category }, ...inIt(category.id)]),
    ...(loose.length > 0 || categories.length === 0 ? [{ shelf: null }, ...loose] : []),
  ]
}

export interface Arrangement {
  category_id: number | null
  /** The articles of the category up to the one that was moved; those behind them keep their order. */
  ids: number[]
}

/** Request for a row moved in the list. Above the first heading counts as below it. */
export function arrangementOf(rows: Row[], from: number, to: number): Arrangement {
  const at = Math.max(to, 1)
  return upTo(moved(rows, from, at), at)
}

/** Request that puts an article back where it is in these rows. */
export function shelfOf(rows: Row[], articleId: number): Arrangement {
  const at = rows.findIndex((row) => 'article' in row && row.article.id === articleId)
  return upTo(rows, at)
}

/** The category of a row, with its articles up to that row. */
function upTo(rows: Row[], at: number): Arrangement {
  const head = rows.findLastIndex((row, i) => i < at && 'shelf' in row)
  const shelf = rows[head]
  const ids = rows.slice(head + 1, at + 1).flatMap((row) => ('article' in row ? [row.article.id] : []))
  return { category_id: shelf && 'shelf' in shelf ? (shelf.shelf?.id ?? null) : null, ids }
}

/** Request that puts an article at the end of a category. */
export function lastIn(rows: Row[], articleId: number, categoryId: number | null): Arrangement {
  const own = rows.flatMap((row) => ('article' in row && row.article.category_id === categoryId ? [row.article.id] : []))
  return { category_id: categoryId, ids: [...own.filter((id) => id !== articleId), articleId] }
}

/** Articles in the reading order after an arrangement. */
export function arranged(articles: AdminListedArticle[], { category_id, ids }: Arrangement): AdminListedArticle[] {
  const put = ids.flatMap((id) => articles.filter((article) => article.id === id)).map((article) => ({ ...article, category_id }))
  const rest = articles.filter(({ id }) => !ids.includes(id))
  const first = rest.findIndex((article) => article.category_id === category_id)
  const at = first === -1 ? rest.length : first
  return [...rest.slice(0, at), ...put, ...rest.slice(at)]
}
