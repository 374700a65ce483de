import { expect, test } from 'vitest'
import { movedTerms } from './moved-terms.ts'

const day = (n: number): Date => new Date(Date.UTC(2027, 0, 1 + n))
const DAY = 86_400_000
type Cut = [taken: number, lost: number, to: number]
type Row = [id: number, from: number, to: number, cut?: Cut]

/** The first has begun. */
const toTerm = ([id, from, to, cut]: Row) => ({
  id,
  termStart: day(from),
  termEnd: day(to),
  begunAt: id === 1 ? day(from) : null,
  cut: cut ? { taken: cut[0] * DAY, lost: cut[1] * DAY, to: day(cut[2]).toISOString() } : null,
})

const sold: Row[] = [
  [1, 0, 30],
  [2, 30, 60],
]
const cutAt20: Row[] = [
  [1, 0, 20, [10, 0, 20]],
  [2, 20, 20, [30, 0, 20]],
]
const endedAt15: Row[] = [
  [1, 0, 15, [15, 0, 5]],
  [2, 15, 15, [30, 0, 5]],
]
const renewed: Row[] = [...cutAt20, [3, 20, 50]]
const cut: Row = [1, 0, 20, [10, 0, 20]]
const lost: Row = [1, 0, 20, [0, 10, 20]]
const finallyCut: Row[] = [
  [1, 0, 20, [0, 10, 20]],
  [2, 20, 20, [0, 30, 20]],
  [3, 20, 20, [30, 0, 20]],
]

test.each<[string, Row[], { from: number | null; end: number; now?: number }, Row[]]>([
  ['an earlier end cuts the terms after it', sold, { from: 60, end: 20 }, cutAt20],
  ['an earlier end leaves the terms before it', sold, { from: 60, end: 40 }, [[2, 30, 40, [20, 0, 40]]]],
  ['an end in the past cuts what is to come', sold, { from: 60, end: 5, now: 15 }, endedAt15],
  ['given days after the terms cut nothing', sold, { from: 70, end: 60 }, []],
  ['a permanent plan that gets an end is cut too', sold, { from: null, end: 20 }, cutAt20],
  ['a later end brings back what was taken', cutAt20, { from: 20, end: 70 }, sold],
  [
    '… or a part of it, in its order',
    cutAt20,
    { from: 20, end: 40 },
    [
      [1, 0, 30],
      [2, 30, 40, [20, 0, 40]],
    ],
  ],
  ['… also after it ended', endedAt15, { from: 5, end: 60, now: 17 }, sold],
  ['an end still earlier keeps all that was taken', [cut], { from: 20, end: 15 }, [[1, 0, 15, [15, 0, 15]]]],
  ['nothing comes back once days were added', cutAt20, { from: 25, end: 60 }, []],
  ['… not even with days that were taken away again', [cut], { from: 25, end: 22 }, []],
  ['what an earlier cut took is lost with the next', renewed, { from: 50, end: 20 }, finallyCut],
  ['what is lost stays so with a further cut', [lost], { from: 20, end: 15 }, [[1, 0, 15, [5, 10, 15]]]],
  ['… of another term', [lost, [2, 20, 50]], { from: 50, end: 40 }, [[2, 20, 40, [10, 0, 40]]]],
  ['a term that comes back leaves the others', [cut, [2, 20, 40, [10, 0, 40]]], { from: 40, end: 50 }, [[2, 20, 50]]],
  ['nothing comes back once the plan was permanent', [cut], { from: null, end: 30 }, []],
  ['what the next cut took comes back alone', finallyCut, { from: 20, end: 60 }, [[3, 20, 50]]],
])('%s', (_, terms, { from, end, now = 10 }, expected) => {
  const move = { from: from === null ? null : day(from), end: day(end), now: day(now) }
  expect(movedTerms(terms.map(toTerm), move)).toEqual(expected.map(toTerm))
})
