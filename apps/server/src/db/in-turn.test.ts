import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { inTurn } from './in-turn.ts'

const t = await forFile(startApp())

test('of twenty at once each has its turn alone, even after one that failed', async () => {
  let [inside, most, done] = [0, 0, 0]
  const work = (n: number) =>
    inTurn(t.database.url, 'test', async (client) => {
      most = Math.max(most, ++inside)
      await client.query('select 1')
      inside--
      done++
      if (n === 3) throw new Error('this one failed')
    })
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => work(n)))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect([most, done]).toEqual([1, 20])
})

test('different names do not wait for each other', async () => {
  expect(await inTurn(t.database.url, 'one', () => inTurn(t.database.url, 'other', async () => 'done'))).toBe('done')
})
