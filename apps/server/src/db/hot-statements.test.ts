import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import { hotStatements } from './hot-statements.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

test('a frequent statement is prepared, and answers as before', async () => {
  const text = 'select $1::int + 1 as sum'
  const client = await t.database.pool.connect()
  const isPrepared = async (): Promise<boolean> => {
    const { rows } = await client.query('select 1 from pg_prepared_statements where statement = $1', [text])
    return rows.length === 1
  }
  try {
    for (let n = 1; n <= 30; n++) {
      expect((await client.query(text, [n])).rows).toEqual([{ sum: n + 1 }])
      if (n === 1) expect(await isPrepared()).toBe(false)
    }
    expect(await isPrepared()).toBe(true)
  } finally {
    client.release()
  }
})

/** The last of twenty answers for one text. */
const often = (hotName: ReturnType<typeof hotStatements>, text: string) => Array.from({ length: 20 }, () => hotName(text)).at(-1)

test('statements that differ each time get no name; known ones keep theirs, and later ones can get one', () => {
  const hotName = hotStatements()
  expect(often(hotName, 'select $1::int + 1 as sum')).toBe('hot-1')
  for (let n = 0; n < 5000; n++) expect(hotName(`select ${n}`)).toBeUndefined()
  expect(hotName('select $1::int + 1 as sum')).toBe('hot-1')
  expect(often(hotName, 'select $1::int + 2 as sum')).toBe('hot-2')
})

test('at most two hundred statements are prepared', () => {
  const hotName = hotStatements()
  for (let n = 1; n <= 200; n++) expect(often(hotName, `select $1::int + ${n}`)).toBe(`hot-${n}`)
  expect(often(hotName, 'select $1::int + 201')).toBeUndefined()
  expect(hotName('select $1::int + 200')).toBe('hot-200')
})

test('a statement with a list is not prepared, so each list gets its own plan', () => {
  const hotName = hotStatements()
  expect(often(hotName, 'select 1 from accounts where id in ($1, $2)')).toBeUndefined()
  expect(often(hotName, 'select id from unnest($1::bigint[]) as t (id)')).toBeUndefined()
})
