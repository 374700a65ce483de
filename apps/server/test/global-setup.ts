import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { reaches } from '../../../scripts/imports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster's owner, on a database no test uses. */
    adminUrl: string
    /** The template database, as the server's own role. */
    templateUrl: string
    /** Where `usedFolder` keeps the folder that it copies. */
    usedFolder: string
  }
}

/** One PostgreSQL for the whole run, with a migrated database that every test file clones; none for files without a server. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const users = ['harness', 'used-folder'].map((name) => join(project.config.root, `apps/server/test/${name}.ts`))
  // Watching, and StrykerJS, run other files later, without another setup.
  const isLast = !project.config.watch && !process.env['STRYKER_MUTATOR_WORKER']
  if (isLast && !project.vitest.state.getPaths().some((path) => users.some((user) => reaches(path, user)))) return undefined
  // Files without a server start without them.
  const [{ startEmbedded }, { migrate }] = await Promise.all([import('../src/db/embedded/embedded.ts'), import('../src/db/migrate.ts')])
  const directory = mkdtempSync(join(tmpdir(), 'portico-test-'))
  // PostgreSQL may run as another user, which needs access.
  chmodSync(directory, 0o755)
  const postgres = await startEmbedded(directory, { databaseName: 'template_portico', connections: 300 })
  await disableDurability(postgres.adminUrl)
  await migrate(postgres.urls)
  project.provide('adminUrl', postgres.adminUrl)
  project.provide('templateUrl', postgres.urls.server)
  project.provide('usedFolder', join(directory, 'used'))
  return async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Nothing in these databases has to outlive the machine: commits need not wait for the disk. */
export async function disableDurability(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
