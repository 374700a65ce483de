import type { AdminCategory } from '@portico/contract/article-categories-admin'
import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { expect, test } from 'vitest'
import { arranged, arrangementOf, lastIn, type Row, rowsOf, shelfOf } from './shelves.ts'

const category = (id: number): AdminCategory => ({ id, parent_id: null, name_en: `C${id}`, name_zh: '', article_count: 0 })
// Only what arranging looks at.
const article = (id: number, category_id: number | null) => ({ id, category_id }) as AdminListedArticle
const articles = [article(1, 10), article(2, 10), article(3, 20), article(4, null)]
const rows = rowsOf([category(10), category(20), category(30)], articles)
const textOf = (row: Row): string => ('shelf' in row ? `#${row.shelf?.id ?? '-'}` : String(row.article.id))

test('every category has a heading, also an empty one; articles without a category are last; an article goes back to where it was; the list shows the new order at once', () => {
  expect(rows.map(textOf)).toEqual(['#10', '1', '2', '#20', '3', '#30', '#-', '4'])
  expect(rowsOf([category(10)], [article(1, 10)]).map(textOf)).toEqual(['#10', '1'])
  expect(shelfOf(rows, 2)).toEqual({ category_id: 10, ids: [1, 2] })
  expect(shelfOf(rows, 4)).toEqual({ category_id: null, ids: [4] })
  expect(arranged(articles, { category_id: 20, ids: [2] }).map(({ id, category_id }) => [id, category_id])).toEqual([
    [1, 10],
    [2, 20],
    [3, 20],
    [4, null],
  ])
  expect(lastIn(rows, 1, 20)).toEqual({ category_id: 20, ids: [3, 1] })
})

test.each([
  ['up in its category', 2, 1, { category_id: 10, ids: [2] }],
  ['down in its category', 1, 2, { category_id: 10, ids: [2, 1] }],
  ['above the first heading', 1, 0, { category_id: 10, ids: [1] }],
  ['above the next heading: last in the category before it', 4, 3, { category_id: 10, ids: [1, 2, 3] }],
  ['below an empty heading', 4, 5, { category_id: 30, ids: [3] }],
  ['to the end', 1, 7, { category_id: null, ids: [4, 1] }],
] as const)('an article dragged %s', (_, from, to, expected) => {
  expect(arrangementOf(rows, from, to)).toEqual(expected)
})
