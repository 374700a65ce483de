import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { createPlaces } from './places.ts'

const t = await forFile(startApp())

const never = (): void => {
  throw new Error('this place was lost')
}
const rows = async (holder: string): Promise<number> =>
  (await t.database.pool.query('select from places where holder = $1', [holder])).rowCount ?? 0
/** Acts as another process on the same database; `t` gets only the notifications for its own places. */
const process = () => createPlaces(t.database, t.app.log)

test('many that ask two processes at once share the limit, and a released place is free again', async () => {
  const other = process()
  const taken = await atOnce((n) => (n % 2 ? other : t.app.places).take('a', 3, never))
  const releases = taken.filter((release) => release !== null)
  expect(releases).toHaveLength(3)
  expect(await t.app.places.take('a', 3, never)).toBeNull()
  expect(await t.app.places.take('b', 3, never)).not.toBeNull()
  releases[0]!()
  releases[0]!()
  await expect.poll(() => rows('a')).toBe(2)
  expect(await other.take('a', 3, never)).not.toBeNull()
  expect(await other.take('a', 3, never)).toBeNull()
})

test('many that push at once leave as many as fit; each displaced holder hears it once', async () => {
  const lost: number[] = []
  await atOnce((n) => t.app.places.push('c', 3, () => lost.push(n)))
  await expect.poll(() => lost.length).toBe(RACES - 3)
  expect(new Set(lost).size).toBe(RACES - 3)
  expect(await rows('c')).toBe(3)
})

test('the oldest place is displaced, in whichever process it is', async () => {
  const other = process()
  const lost: string[] = []
  await t.app.places.push('d', 2, () => lost.push('first'))
  await other.push('d', 2, never)
  await other.push('d', 2, never)
  await expect.poll(() => lost).toEqual(['first'])
})

test('places of a process not seen for seconds do not count, and are removed with it', async () => {
  const dead = process()
  for (const _ of [1, 2, 3]) expect(await dead.take('e', 3, never)).not.toBeNull()
  const own = process()
  await own.take('f', 1, never)
  const age = (seconds: number) =>
    t.database.pool.query(
      `update processes set seen_at = now() - make_interval(secs => $1) where id in (select process_id from places where holder = 'e')`,
      [seconds],
    )
  expect(await own.take('e', 3, never)).toBeNull()
  await age(7)
  const release = await own.take('e', 3, never)
  expect(release).not.toBeNull()
  release!()
})

test('a process whose places were removed while it slept ends what held them', async () => {
  const slept = process()
  let ended = 0
  await slept.take('g', 3, () => ended++)
  await slept.take('h', 3, () => ended++)
  await t.database.pool.query(`delete from processes where id in (select process_id from places where holder = 'g')`)
  await expect.poll(() => ended).toBe(2)
})

test('after missed notifications, lost places end and the others stay; a process that stops releases everything', async () => {
  const deaf = process()
  const ended: string[] = []
  await deaf.push('i', 1, () => ended.push('i'))
  await deaf.take('j', 1, () => ended.push('j'))
  await t.app.places.push('i', 1, never)
  await deaf.lost(null)
  expect(ended).toEqual(['i'])
  const stopping = process()
  await stopping.take('k', 1, never)
  await stopping.close()
  expect(await rows('k')).toBe(0)
})
