import type { AdminCategory } from '@portico/contract/article-categories-admin'
import { expect, test } from 'vitest'
import { flat, parentsFor, pathsOf, treeOf } from './category-tree.ts'

const category = (id: number, parent_id: number | null): AdminCategory => ({
  id,
  parent_id,
  name_en: `C${id}`,
  name_zh: '',
  article_count: 0,
})
const all = [category(4, null), category(1, null), category(2, 1), category(3, 2), category(5, 4), category(6, 99)]
const idsOf = (categories: AdminCategory[]): number[] => categories.map(({ id }) => id)

test('children stand behind their parent, siblings in their order; one with an unknown parent is at the top; a category may go below any that keeps it within three levels, not below itself or what is below it', () => {
  expect(flat(treeOf(all)).map(({ category: { id }, level }) => [id, level])).toEqual([
    [4, 1],
    [5, 2],
    [1, 1],
    [2, 2],
    [3, 3],
    [6, 1],
  ])
  expect(pathsOf(all, ({ name_en: name }) => name).get(3)).toBe('C1 / C2 / C3')
  expect(idsOf(parentsFor(all, null))).toEqual([4, 5, 1, 2, 6])
  expect(idsOf(parentsFor(all, 4))).toEqual([1, 6])
  expect(idsOf(parentsFor(all, 2))).toEqual([4, 1, 6])
  expect(idsOf(parentsFor(all, 1))).toEqual([])
})
