import { match } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { fitting } from './fit.ts'

const pages = ['订单管理', '优惠券', '系统设置', 'Orders', 'New order type'].map((title) => ({ title }))
const found = (typed: string, pinyin = true): string[] => fitting(pages, typed, pinyin ? match : null).map(({ title }) => title)

test('nothing typed shows everything in its own order; a title that begins with the text comes before one that only contains it; of two titles that begin with the text the shorter one comes first; the words can be typed in any order', () => {
  expect(found(' ')).toEqual(pages.map(({ title }) => title))
  expect(found('order')).toEqual(['Orders', 'New order type'])
  expect(fitting([{ title: 'All orders' }, { title: 'Orders' }], 'ORD', null).map(({ title }) => title)).toEqual(['Orders', 'All orders'])
  expect(fitting([{ title: 'Member centre' }, { title: 'Members' }], 'mem', null).map(({ title }) => title)).toEqual([
    'Members',
    'Member centre',
  ])
  expect(found('type new')).toEqual(['New order type'])
  expect(found('type old')).toEqual([])
})

test('Chinese titles are found by pinyin, in full, with spaces or by first letters, unless pinyin is off', () => {
  expect(found('dingdan')).toEqual(['订单管理'])
  expect(found('ding dan')).toEqual(['订单管理'])
  expect(found('yhq')).toEqual(['优惠券'])
  expect(found('yhq', false)).toEqual([])
  expect(found('设置')).toEqual(['系统设置'])
})
