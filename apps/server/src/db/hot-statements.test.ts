import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { connect } from './client.ts'
import { AT_FIRST_USE, hotStatements } from './hot-statements.ts'

const t = await forFile(startApp())

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

test('two processes give one text one name, in whichever order they meet their texts, and never one name to two texts', () => {
  const texts = Array.from({ length: 30 }, (_, n) => `select $1::int + ${n}`)
  const [one, other] = [hotStatements(), hotStatements()]
  const names = texts.map((text) => often(one, text))
  expect(texts.toReversed().map((text) => often(other, text))).toEqual(names.toReversed())
  expect(new Set(names).size).toBe(texts.length)
  for (const name of names) expect(name).toMatch(/^[\w-]{43}$/)
})

test('a name given by hand means only: prepare it at once; two texts under it do not meet', async () => {
  const database = connect(t.database.url, { max: 1 })
  try {
    const ask = (text: string) => database.pool.query({ name: AT_FIRST_USE, text, values: [1] })
    expect((await ask('select $1::int + 1 as sum')).rows).toEqual([{ sum: 2 }])
    expect((await ask('select $1::int + 2 as sum')).rows).toEqual([{ sum: 3 }])
    const { rows } = await database.pool.query('select name, statement from pg_prepared_statements order by statement')
    const [first, second] = [hotStatements()('select $1::int + 1 as sum', true), hotStatements()('select $1::int + 2 as sum', true)]
    expect(rows).toEqual([
      { name: first, statement: 'select $1::int + 1 as sum' },
      { name: second, statement: 'select $1::int + 2 as sum' },
    ])
  } finally {
    await database.close()
  }
})

test('statements that differ each time get no name; known ones keep theirs, and later ones can get one; a statement with a list is not prepared, so each list gets its own plan', () => {
  const hotName = hotStatements()
  const known = often(hotName, 'select $1::int + 1 as sum')
  expect(known).toMatch(/./)
  for (let n = 0; n < 5000; n++) expect(hotName(`select ${n}`)).toBeUndefined()
  expect(hotName('select $1::int + 1 as sum')).toBe(known)
  const later = often(hotName, 'select $1::int + 2 as sum')
  expect(later).toMatch(/./)
  expect(later).not.toBe(known)
  expect(often(hotName, 'select 1 from accounts where id in ($1, $2)')).toBeUndefined()
  expect(often(hotName, 'select id from unnest($1::bigint[]) as t (id)')).toBeUndefined()
})

test('at most two hundred statements are prepared', () => {
  const hotName = hotStatements()
  const names = Array.from({ length: 200 }, (_, n) => often(hotName, `select $1::int + ${n}`))
  expect(names).not.toContain(undefined)
  expect(often(hotName, 'select $1::int + 200')).toBeUndefined()
  expect(hotName('select $1::int + 199')).toBe(names[199])
})
