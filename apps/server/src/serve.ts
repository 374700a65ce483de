import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { passwordFault } from './accounts/new-password.ts'
import { ensureFirstAdmin } from './members/first-admin.ts'
import { attachSockets, createApp, createFronts, createJobs, createPages, createRouter } from './build-app.ts'
import { type Config, readConfig } from './config.ts'
import { lockData } from './processes/folder-lock.ts'
import { checkPoolers } from './db/pooler/check-pooler.ts'
import { hearNotifications } from './db/hear-notifications.ts'
import { connect } from './db/client.ts'
import { type EmbeddedPostgres, startEmbedded } from './db/embedded/embedded.ts'
import { inTurn } from './db/in-turn.ts'
import { listen } from './db/listen.ts'
import { createSecretBox } from './db/secret-box.ts'
import { findSettingsKey } from './db/settings-key.ts'
import { migrate } from './db/migrate.ts'
import { reachable } from './db/reachable.ts'
import { appendOnlyTables } from './db/roles.ts'
import { type DatabaseUrls, databaseUrls } from './db/urls.ts'
import { closeToOthers } from './files/storage/close-to-others.ts'
import { checkAddress, listenOn } from './http/listen-on.ts'
import { closeServer, createHttpServer } from './http/server.ts'
import { type ReadHeader, staticRoutes } from './http/static/static.ts'
import { JOB_CONNECTIONS, startJobs } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { askForSuccessor, inherited, serveAsSuccessor, type Serving } from './processes/hand-over.ts'
import { askToRestart, keepServing } from './processes/keep-serving.ts'
import { catchTheRest, FAULTS, startAnew } from './processes/last-resort.ts'
import { headerItems } from './settings/header-items.ts'
import { startPolling } from './telegram/poll-updates.ts'
import { eraseSealed, sealStored } from './stored-secrets.ts'
import { ensureWebBuild, webFolder } from './processes/web-build.ts'
import { stopServices } from './service.ts'

/** A process that must not go on is stopped by its keeper long before. */
const SUCCESSION_MS = 120_000

const config = readConfig(process.env)
if ('faults' in config) {
  for (const fault of config.faults) console.error(`portico: ${fault}`)
  process.exit(1)
}
try {
  await start(config, process.argv.slice(2))
} catch (error) {
  console.error(`portico: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function start(config: Config, args: string[]): Promise<void> {
  if (args.includes('restart')) return askToRestart(config.dataDir)
  const log = createLog(config.logLevel)
  const given = await inherited()
  let serving: Serving = { stop: async () => {} }
  catchTheRest({
    log,
    // A keeper starts the successor first and then stops this process.
    finish: async () => (given ? undefined : serving.stop()),
    replace: async (faults) => {
      if (!given) return startAnew({ [FAULTS]: faults, PORT: String(config.port) })
      askForSuccessor(faults)
      await pause(SUCCESSION_MS)
    },
  })
  if (given) config.port = given.port
  else if (!args.includes('migrate')) await checkAddress(config)
  const postgres = config.databaseUrl || given ? null : await openOwnDatabase(config, log)
  try {
    const own = given?.urls ?? postgres?.urls ?? null
    const urls = own ?? databaseUrls(config.databaseUrl ?? '', config.databaseDirectUrl)
    const { role, isOwner } = await reachable(urls, async () => {
      if (own === null) await checkPoolers(urls)
      return migrate(urls)
    })
    if (args.includes('migrate')) {
      console.log('The database is up to date.')
      await postgres?.stop()
      return
    }
    if (isOwner) {
      const tables = appendOnlyTables.join(', ')
      log.warn({ role }, `the server's database role owns ${tables}: only a trigger protects the records (see docs/operate/running.md)`)
    }
    const stop = await run(config, { args, urls, hasOwnDatabase: own !== null, log })
    if (given) return serveAsSuccessor({ stop })
    const inherit = { port: config.port, urls: own }
    const stopShared = async (): Promise<void> => postgres?.stop()
    serving = keepServing({ first: { stop }, inherit, stopShared, dataDir: postgres && config.dataDir, log })
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

async function openOwnDatabase(config: Config, log: Logger): Promise<EmbeddedPostgres> {
  await lockData(config.dataDir)
  const postgres = await startEmbedded(config.dataDir)
  postgres.supervise({
    log,
    giveUp: (reason) => {
      console.error(`portico: ${reason}`)
      process.exit(1)
    },
  })
  return postgres
}

type Run = { args: string[]; urls: DatabaseUrls; hasOwnDatabase: boolean; log: Logger }

/** Serves requests and runs jobs. Returns how to stop both. */
async function run(config: Config, { args, urls, hasOwnDatabase, log }: Run): Promise<() => Promise<void>> {
  if (args.includes('--forget-secrets')) await forgetSecrets(urls)
  const key = await findSettingsKey(urls.direct, { given: config.settingsKey, dataDir: hasOwnDatabase ? config.dataDir : null })
  if (key === null) log.warn('SETTINGS_KEY is not set: secrets stored so far are not encrypted, and new ones are refused')
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost')
  const database = connect(urls.server, { onLost: lost, secrets: createSecretBox(key) })
  await sealStored(database)
  const direct = connect(urls.direct, { onLost: lost, max: JOB_CONNECTIONS })
  const app = await createApp({ config, database, log })
  const password = await ensureFirstAdmin(database, config, app.now())
  const fault = config.adminPassword && passwordFault(config.adminPassword, { own: [config.adminEmail] })
  if (fault) log.warn({ fault }, 'ADMIN_PASSWORD is easy to guess: change it after the first login')
  const isDemo = args.includes('--demo')
  const demo = isDemo ? await inTurn(urls.direct, 'demo', async () => (await import('./demo/fill-demo.ts')).fillDemo(app)) : null

  // Set by `npm run dev`, where Vite serves the pages.
  if (!process.env['SKIP_WEB_BUILD'] && (await ensureWebBuild())) log.info('the web app was built')
  // Listens before the first request, so that no later change is missed.
  const listener = await listen(urls.direct, hearNotifications(app), (error) => log.warn({ err: error }, 'the LISTEN connection was lost'))
  await app.reloadSettings()
  const router = createRouter(app)
  const header: ReadHeader = (language) => headerItems(app.database.db, app.settings(), language)
  staticRoutes(router, app, webFolder, createPages(app), header)
  const server = createHttpServer(router, createFronts(app))
  const sockets = attachSockets(server, app)
  await listenOn(server, config, process.platform === 'linux')
  const address = server.address()
  if (typeof address === 'object' && address) config.port = address.port

  void closeToOthers(join(config.dataDir, 'files')).catch((error: unknown) => log.warn({ err: error }, 'others may read uploaded files'))
  const runner = await startJobs(direct.pool, createJobs(app), log)
  const demoNodes = isDemo ? (await import('./demo/run-demo-nodes.ts')).startDemoNodes(app) : null

  const polling = startPolling(app)
  if (password) console.log(`First operator: ${config.adminEmail}  password: ${password}  (shown only once)`)
  if (demo) console.log(`Demo member: ${demo.email}  password: ${demo.password}`)
  console.log(`Portico is ready at http://${config.host}:${config.port}`)
  return async () => {
    app.stopping.abort()
    await polling.stop()
    sockets.close()
    await closeServer(server, 10_000)
    await demoNodes?.stop()
    await runner.stop()
    await listener.close()
    await stopServices(app)
    app.mailer.close()
    await app.places.close()
    await direct.close()
    await database.close()
  }
}

async function forgetSecrets(urls: DatabaseUrls): Promise<void> {
  const database = connect(urls.server)
  await eraseSealed(database)
  await database.close()
}
