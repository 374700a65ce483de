import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/db/embedded/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { disableDurability } from '../apps/server/test/global-setup.ts'
import { endProcess, startReady } from '../apps/server/test/server-process.ts'
import { DEMO, EMPTY, environmentOf, filesOf, runSql, TEMPLATES } from './templates.ts'

/** One PostgreSQL for all journeys, with two databases that they clone: a migrated one, and one with the demo. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-journeys-'))
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded(folder, EMPTY, 300)
  await disableDurability(postgres.adminUrl)
  await migrate(postgres.urls)
  const templates = { adminUrl: postgres.adminUrl, serverUrl: postgres.urls.server, folder, settingsKey: randomBytes(32).toString('hex') }
  process.env[TEMPLATES] = JSON.stringify(templates)
  await runSql(templates.adminUrl, `create database ${DEMO} template ${EMPTY}`)
  const server = await startReady({ ...environmentOf(templates, DEMO), DATA_DIR: filesOf(templates, DEMO) }, '--demo')
  await endProcess(server.child, 'SIGTERM')
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
