import { expect, test } from 'vitest'
import { arranged, readChoice } from './use-columns.ts'

const usual = [{ id: 'number' }, { id: 'member' }, { id: 'fee', off: true }, { id: 'amount' }]
const ids = ({ all, shown }: ReturnType<typeof arranged>) => [all, shown].map((columns) => columns.map(({ id }) => id).join(' '))

test('without a choice, every column is in its usual place and some are hidden; chosen columns come in the chosen order; names that no longer exist are left out; a column newer than the choice stands after its usual neighbour, hidden if it usually is; what cannot be read counts as no choice', () => {
  expect(ids(arranged(usual, undefined))).toEqual(['number member fee amount', 'number member amount'])
  const choice = { order: ['amount', 'gone', 'fee', 'member', 'number'], hidden: ['member'] }
  expect(ids(arranged(usual, choice))).toEqual(['amount fee member number', 'amount fee number'])
  expect(ids(arranged(usual, { order: ['member', 'amount'], hidden: [] }))).toEqual(['number member fee amount', 'number member amount'])
  expect([null, '', '{', '[]', '{"order":1}'].map(readChoice)).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(readChoice('{"order":["a"],"hidden":[]}')).toEqual({ order: ['a'], hidden: [] })
})
