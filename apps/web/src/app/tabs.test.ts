import { beforeEach, expect, test } from 'vitest'
import { closeAllTabs, closeOtherTabs, closeTab, tabs, visit } from './tabs.ts'

const open = (path: string, query = '') => visit({ path, href: path + query, title: 'title.orders' })
const hrefs = () => tabs.get().map((tab) => tab.href)

beforeEach(() => {
  closeAllTabs()
  for (const path of ['/a', '/b', '/c']) open(path)
})

test('a page has one tab, which remembers the filters it was left with', () => {
  open('/b', '?page=2')
  expect(hrefs()).toEqual(['/a', '/b?page=2', '/c'])
})

test('a closed tab gives way to the next one, the last one to the one before', () => {
  expect(closeTab('/b')?.path).toBe('/c')
  expect(closeTab('/c')?.path).toBe('/a')
  expect(closeTab('/a')).toBeUndefined()
  expect(hrefs()).toEqual([])
})

test('all others can be closed, and all', () => {
  closeOtherTabs('/b')
  expect(hrefs()).toEqual(['/b'])
  closeAllTabs()
  expect(hrefs()).toEqual([])
})
