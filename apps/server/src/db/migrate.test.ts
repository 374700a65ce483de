import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createDatabase, runSql, type TestDatabase } from '../../test/harness.ts'
import { migrate } from './migrate.ts'

const file = readFileSync(new URL('../../migrations/functions.sql', import.meta.url), 'utf8')
/** Ours, without those of extensions. */
const functionsOf = async (url: string): Promise<{ name: string; body: string }[]> => {
  const { rows } = await runSql(
    url,
    `select proname as name, prosrc as body from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  return rows
}

const made: TestDatabase[] = []
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})
async function migrated(): Promise<TestDatabase> {
  const database = await createDatabase('template_portico')
  made.push(database)
  return database
}

test('every function of the database is in functions.sql, with the body it has there; a start brings them to what it says, and several starts at once take turns', async () => {
  const { ownerUrl, serverUrl } = await migrated()
  const functions = await functionsOf(ownerUrl)
  const inFile = [...file.matchAll(/^create or replace function (\w+)/gm)].map(([, name]) => name)
  expect(new Set(functions.map(({ name }) => name))).toEqual(new Set(inFile))
  expect(functions.filter(({ body }) => !file.includes(body))).toEqual([])
  await runSql(ownerUrl, `create or replace function append_only() returns trigger language plpgsql as 'begin return null; end'`)
  await Promise.all(Array.from({ length: 5 }, () => migrate({ owner: ownerUrl, server: serverUrl })))
  expect(await functionsOf(ownerUrl)).toEqual(functions)
})
