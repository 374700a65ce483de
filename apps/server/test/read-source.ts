import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { OldDatabase } from '../src/imports/old/old-database.ts'
import { openSqlite } from '../src/imports/old/open-sqlite.ts'
import type { OldMember, OldNode, OldRecord } from '../src/imports/records.ts'
import type { Given, Source } from '../src/imports/source.ts'

export type Table = Record<string, string | number | bigint | null>[]
export const NOW = new Date('2026-11-28T12:00:00Z')

/** A SQLite file with these tables, whose columns have no types. */
export function sqliteAt(path: string, tables: Record<string, Table>): Promise<OldDatabase> {
  const file = new DatabaseSync(path)
  for (const [name, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    file.exec(`create table "${name}" (${columns.map((column) => `"${column}"`).join(', ')})`)
    const insert = file.prepare(`insert into "${name}" values (${columns.map(() => '?').join(', ')})`)
    for (const row of rows.filter((one) => Object.values(one).some((value) => value !== null)))
      insert.run(...columns.map((column) => row[column] ?? null))
  }
  file.close()
  return openSqlite(path)
}

/** What a source reads. */
export async function readSource(source: Source, old: OldDatabase, more: Partial<Given> = {}) {
  expect(await source.recognise(old)).not.toBeNull()
  const given: Given = {
    options: { address: 'https://panel.example.com:2053' },
    currency: 'CNY',
    now: NOW,
    choice: () => '',
    readConfig: () => Promise.resolve(null),
    ...more,
  }
  const all: OldRecord[] = []
  for await (const record of source.read(old, given)) all.push(record)
  await old.close()
  const members = all.filter((one): one is OldMember => one.kind === 'member')
  const nodes = all.filter((one): one is OldNode => one.kind === 'node')
  const findings = all.flatMap((one) => (one.kind === 'finding' ? [`${one.code} ${one.at}: ${one.what}`] : []))
  return { all, nodes, findings, member: (name: string) => members.find((one) => one.name === name) ?? expect.fail(`no ${name}`) }
}
