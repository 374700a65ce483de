import { expect, test } from 'vitest'
import { createRations } from './rations.ts'

const TOTAL = 12

const KEPT = { spare: 1, money: 2, nodes: 2, members: 2, jobs: 2, console: 1 }
type Purpose = keyof typeof KEPT

test.each(['money', 'nodes', 'members', 'jobs'] as const)(
  'when %s take all they get, each other purpose still has its own',
  async (greedy) => {
    const { take } = createRations(TOTAL)
    for (let n = 0; n < TOTAL; n++) take(greedy, 60_000, null).catch(() => {})
    const others = Object.entries(KEPT).filter(([other]) => other !== greedy)
    const kept = others.flatMap(([other, count]) => Array.from({ length: count }, () => take(other as Purpose, 0, null)))
    expect((await Promise.allSettled(kept)).map(({ status }) => status)).toEqual(kept.map(() => 'fulfilled'))
  },
)

test('a purpose takes what nobody keeps, and no more; the console never takes more than three, however many are free', async () => {
  const { take } = createRations(TOTAL)
  for (let n = 0; n < 4; n++) await take('members', 0, null)
  await expect(take('members', 0, null)).rejects.toThrow('no connection for members')
  const large = createRations(100)
  for (let n = 0; n < 3; n++) await large.take('console', 0, null)
  await expect(large.take('console', 0, null)).rejects.toThrow('no connection for console')
})

test('who waits is served in turn, and who gave up is not', async () => {
  const { take } = createRations(TOTAL)
  const given = await Promise.all([1, 2, 3].map(() => take('console', 0, null)))
  const [gone, order] = [new AbortController(), [] as string[]]
  const left = take('console', 60_000, gone.signal)
  const first = take('console', 60_000, null).then((give) => (order.push('first'), give))
  const second = take('console', 60_000, null).then((give) => (order.push('second'), give))
  gone.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  given[0]?.()
  ;(await first)()
  await second
  expect(order).toEqual(['first', 'second'])
})

test('with too few for all it keeps, each purpose keeps one', async () => {
  const { take } = createRations(8)
  for (let n = 0; n < 3; n++) await take('members', 0, null)
  await expect(take('members', 0, null)).rejects.toThrow('no connection for members')
  await Promise.all((['money', 'nodes', 'jobs', 'console', 'spare'] as const).map((purpose) => take(purpose, 0, null)))
})

test('a pool too small to be shared out gives all its connections to whoever comes first', async () => {
  const { take } = createRations(2)
  const [one] = await Promise.all([take('console', 0, null), take('members', 0, null)])
  await expect(take('money', 0, null)).rejects.toThrow('no connection for money')
  one()
  await take('money', 0, null)
})

test('a pool for one purpose gives it all its connections', async () => {
  const { take } = createRations(9, true)
  const taken = Array.from({ length: 9 }, () => take('members', 0, null))
  expect(await Promise.all(taken)).toHaveLength(9)
})
