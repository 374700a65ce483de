import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/db/embedded/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { disableDurability } from '../apps/server/test/global-setup.ts'
import { endProcess, startReady } from '../apps/server/test/server-process.ts'
import { DEMO, EMPTY, environmentOf, filesOf, runSql, type Templates, TEMPLATES } from './templates.ts'

/**
 * One PostgreSQL for all journeys, with two databases that they clone: a migrated one, and one with the demo. The demo is filled while
 * the first journeys run; whoever clones it waits for its name.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-journeys-'))
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded(folder, { databaseName: EMPTY, connections: 300 })
  await disableDurability(postgres.adminUrl)
  await migrate(postgres.urls)
  const templates = { adminUrl: postgres.adminUrl, serverUrl: postgres.urls.server, folder, settingsKey: randomBytes(32).toString('hex') }
  process.env[TEMPLATES] = JSON.stringify(templates)
  const filled = fillDemo(templates)
  filled.catch((error: unknown) => console.error(error))
  return async () => {
    try {
      await filled
    } finally {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function fillDemo(templates: Templates): Promise<void> {
  const name = 'filling_demo'
  await runSql(templates.adminUrl, `create database ${name} template ${EMPTY}`)
  const server = await startReady({ ...environmentOf(templates, name), DATA_DIR: filesOf(templates, DEMO) }, '--demo')
  await endProcess(server.child, 'SIGTERM')
  await runSql(templates.adminUrl, `alter database ${name} rename to ${DEMO}`)
}
