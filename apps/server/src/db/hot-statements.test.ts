import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import { hotName } from './hot-statements.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

test('what is asked often is prepared, and answers as before', async () => {
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

test('texts that are new each time get no name, and those known before keep theirs', () => {
  const name = Array.from({ length: 20 }, () => hotName('select $1::int + 1 as sum')).at(-1)
  for (let n = 0; n < 5000; n++) expect(hotName(`select ${n}`)).toBeUndefined()
  expect(hotName('select $1::int + 1 as sum')).toBe(name)
})
