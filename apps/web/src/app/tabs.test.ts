import { beforeEach, expect, test } from 'vitest'
import { closeAllTabs, closeOtherTabs, closeTab, tabs, visit } from './tabs.ts'

const open = (path: string, query = '') => visit({ path, href: path + query, title: 'title.orders' })
const hrefs = () => tabs.get().map((tab) => tab.href)

beforeEach(() => {
  closeAllTabs()
  for (const path of ['/a', '/b', '/c']) open(path)
})

test('a page has one tab, which remembers its last filters', () => {
  open('/b', '?page=2')
  expect(hrefs()).toEqual(['/a', '/b?page=2', '/c'])
})

test('closing a tab opens the next one; closing the last opens the one before', () => {
  expect(closeTab('/b')?.path).toBe('/c')
  expect(closeTab('/c')?.path).toBe('/a')
  expect(closeTab('/a')).toBeUndefined()
  expect(hrefs()).toEqual([])
})

test('all other tabs, or all tabs, can be closed', () => {
  closeOtherTabs('/b')
  expect(hrefs()).toEqual(['/b'])
  closeAllTabs()
  expect(hrefs()).toEqual([])
})
