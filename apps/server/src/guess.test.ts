import { expect, test } from 'vitest'
import { forFile, startApp, type TestApp } from '../test/harness.ts'
import { AppError } from './errors.ts'
import { guess } from './guess.ts'
import { dropEndedCounters } from './http/limit-counters.ts'

/** Two servers on one database. */
const t = await forFile(startApp())
const other = await forFile(startApp({ on: { ownerUrl: t.ownerUrl, serverUrl: t.database.url, drop: async () => {} } }))

const MINUTE_MS = 60_000
const wrong = (): Promise<never> => Promise.reject(new AppError('coupon.unusable'))
const right = (): Promise<string> => Promise.resolve('right')
const code = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
const count = (codes: string[], wanted: string): number => codes.filter((each) => each === wanted).length
const points = async (key: string): Promise<number> => {
  const { rows } = await t.database.pool.query<{ points: number }>('select points from limit_counters where key = $1', [key])
  return rows[0]?.points ?? 0
}
/** One limit of five per minute, as each server sees it. */
const five = (server: TestApp) => server.app.limits.redeemByAccount

test('of twenty points taken at once on two servers, five are granted and fifteen refused', async () => {
  const takes = Array.from({ length: 20 }, (_, i) => code(five(i % 2 ? t : other).take('burst')))
  const codes = await Promise.all(takes)
  expect([count(codes, 'done'), count(codes, 'limit.exceeded')]).toEqual([5, 15])
  expect(await code(five(other).check('burst'))).toBe('limit.exceeded')
  expect(await code(five(other).check('another key'))).toBe('done')
})

test('a window begins with its first point and ends for all points at once', async () => {
  const limit = five(t)
  await limit.take('window')
  t.travel(40_000)
  for (let n = 0; n < 4; n++) await limit.take('window')
  await expect(limit.take('window')).rejects.toMatchObject({ code: 'limit.exceeded', details: { retry_after: 20 } })
  t.travel(20_000)
  expect(await code(limit.check('window'))).toBe('done')
  await limit.take('window')
  expect(await points('redeemByAccount:window')).toBe(1)
  t.travel(-MINUTE_MS)
})

test('twenty wrong guesses at once on two servers count as five; refused ones do not count against wider limits', async () => {
  const counters = (server: TestApp) =>
    [
      [server.app.limits.redeemByAccount, 'guesser'],
      [server.app.limits.passwordByNetwork, 'guesser'],
    ] as const
  const guesses = Array.from({ length: 20 }, (_, i) => code(guess(counters(i % 2 ? t : other), 'coupon.unusable', wrong)))
  const codes = await Promise.all(guesses)
  expect([count(codes, 'coupon.unusable'), count(codes, 'limit.exceeded')]).toEqual([5, 15])
  expect(await points('passwordByNetwork:guesser')).toBe(5)
})

test('right guesses and other failures do not count', async () => {
  const counters = [[five(t), 'honest']] as const
  for (let n = 0; n < 7; n++) expect(await guess(counters, 'coupon.unusable', right)).toBe('right')
  for (let n = 0; n < 7; n++) expect(await code(guess(counters, 'order.not_found', wrong))).toBe('coupon.unusable')
  for (let n = 0; n < 7; n++)
    expect(await code(guess(counters, 'coupon.unusable', () => Promise.reject(new Error('down'))))).toBe('Error: down')
  expect(await points('redeemByAccount:honest')).toBe(0)
})

test('a right guess clears wrong ones only where the limit says so', async () => {
  const counters = [
    [t.app.limits.passwordHere, 'forgiven'],
    [t.app.limits.passwordByNetwork, 'forgiven'],
  ] as const
  for (let n = 0; n < 4; n++) await code(guess(counters, 'coupon.unusable', wrong))
  await guess(counters, 'coupon.unusable', right)
  expect([await points('passwordHere:forgiven'), await points('passwordByNetwork:forgiven')]).toEqual([0, 4])
})

test('a point is returned only to its own window', async () => {
  const limit = five(t)
  const point = await limit.take('late')
  t.travel(MINUTE_MS)
  await limit.take('late')
  await limit.giveBack(point)
  expect(await points('redeemByAccount:late')).toBe(1)
  t.travel(-MINUTE_MS)
})

test('counters of past windows are deleted, others stay', async () => {
  await five(t).take('over')
  await t.app.limits.passwordByNetwork.take('open')
  await dropEndedCounters(t.database, new Date(Date.now() + 2 * MINUTE_MS))
  expect([await points('redeemByAccount:over'), await points('passwordByNetwork:open')]).toEqual([0, 1])
})
