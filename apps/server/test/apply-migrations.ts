import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

const all = fileURLToPath(new URL('../migrations', import.meta.url))

/** Applies all migrations up to the one with this name, with or without it. For tests of what a migration makes of old rows. */
export async function applyMigrations(client: pg.Client, name: string, { including }: { including: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-migrations-'))
  try {
    cpSync(all, folder, { recursive: true })
    const path = join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
    const at = journal.entries.findIndex(({ tag }) => tag.endsWith(`_${name}`))
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, including ? at + 1 : at) }))
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
