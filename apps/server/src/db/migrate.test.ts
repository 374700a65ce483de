import { readdirSync, readFileSync } from 'node:fs'
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
async function migrated(from = 'template_portico'): Promise<TestDatabase> {
  const database = await createDatabase(from)
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

test('an empty database is migrated, and each migration that is done is told', async () => {
  const { ownerUrl, serverUrl } = await migrated('template1')
  const told: string[] = []
  await migrate({ owner: ownerUrl, server: serverUrl }, (what) => told.push(what))
  const count = readdirSync(new URL('../../migrations', import.meta.url)).filter((name) => /^\d+_.*sql$/.test(name)).length
  expect(told.filter((what) => / of /.test(what))).toEqual(
    Array.from({ length: count }, (_, i) => `migrating the database: ${i + 1} of ${count}`),
  )
})

test('a database that a newer version has migrated is refused, and keeps its functions', async () => {
  const { ownerUrl, serverUrl } = await migrated()
  await runSql(ownerUrl, `create or replace function append_only() returns trigger language plpgsql as 'begin return null; end'`)
  await runSql(ownerUrl, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`)
  const functions = await functionsOf(ownerUrl)
  await expect(migrate({ owner: ownerUrl, server: serverUrl })).rejects.toThrow('a newer version of Portico')
  expect(await functionsOf(ownerUrl)).toEqual(functions)
})
