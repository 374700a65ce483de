import type { ListedArticle } from '@portico/contract/articles'
import { expect, test } from 'vitest'
import { findFirstSteps } from './find-first-steps.ts'

const names = ['Getting started', 'iPhone and iPad', 'Android', 'Windows', 'Windows for work', 'iPhone, iPad and Android', 'Problems']
const categories = names.map((name, id) => ({ id, parent_id: null, name }))
const article = (title: string, place: string): ListedArticle => {
  const rest = { summary: '', tag_ids: [], language: 'en' as const, updated_at: '2026-01-01T00:00:00Z' }
  return { id: title.length, title, category_id: names.indexOf(place), ...rest }
}

test('each kind of device stands once, the own one first; a category about several is none; one more article of the first category stands beside it, two are a list of their own; without articles there is nothing to begin with', () => {
  const { devices } = findFirstSteps([], categories, 'windows')
  expect(devices.map(({ category }) => category.name)).toEqual(['Windows', 'iPhone and iPad', 'Android'])
  expect(findFirstSteps([], categories, null).devices.map(({ device }) => device)).toEqual(['ios', 'android', 'windows'])
  const begun = [article('Welcome', 'Getting started'), article('Second', 'Getting started')]
  expect(findFirstSteps(begun, categories, null).articles).toEqual(begun)
  expect(findFirstSteps([...begun, article('The third', 'Getting started')], categories, null).articles).toEqual(begun.slice(0, 1))
  expect(findFirstSteps([], categories, null).articles).toEqual([])
})

test.each(["When it doesn't connect", 'It does not work', '无法连接时怎么办', '连不上怎么办'])(
  '"%s" is for when nothing works',
  (title) => {
    const items = [article('Stash', 'iPhone and iPad'), article('Welcome', 'Getting started'), article(title, 'Problems')]
    const { articles, trouble } = findFirstSteps(items, categories, null)
    expect(articles.map((one) => one.title)).toEqual(['Welcome', title])
    expect(trouble?.title).toBe(title)
  },
)
