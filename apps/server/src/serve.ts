import type { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { passwordFault } from './accounts/new-password.ts'
import { ensureFirstAdmin } from './members/first-admin.ts'
import { attachSockets, createApp, createFronts, createJobs, createPages, createRouter, startWork } from './build-app.ts'
import type { Config } from './config.ts'
import { lockData } from './processes/folder-lock.ts'
import { checkPoolers } from './db/pooler/check-pooler.ts'
import { hearNotifications } from './db/hear-notifications.ts'
import { connect } from './db/client.ts'
import { type EmbeddedPostgres, startEmbedded } from './db/embedded/embedded.ts'
import { inTurn } from './db/in-turn.ts'
import { listen } from './db/listen.ts'
import { keepPartitions } from './db/partitions/keep-partitions.ts'
import { createSecretBox } from './db/secret-box.ts'
import { findSettingsKey } from './db/settings-key.ts'
import { migrate } from './db/migrate.ts'
import { reachable } from './db/reachable.ts'
import { appendOnlyTables } from './db/roles.ts'
import { checkNotRestoring } from './backups/restore-backup.ts'
import { noticeRestore } from './backups/database-mark.ts'
import { type DatabaseUrls, databaseUrls } from './db/urls.ts'
import { closeToOthers } from './files/storage/close-to-others.ts'
import { checkAddress, listenOn } from './http/listen-on.ts'
import { closeServer, createHttpServer } from './http/server.ts'
import { type ReadHeader, staticRoutes } from './http/static/static.ts'
import { JOB_CONNECTIONS, startJobs } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { memoryNote, usableMemory } from './memory/sizes.ts'
import { askForSuccessor, firstServing, inherited, inheritedSocket, serveAsSuccessor, type Stoppable } from './processes/hand-over.ts'
import { keepServing } from './processes/keep-serving.ts'
import { catchTheRest, FAULTS, startAnew } from './processes/last-resort.ts'
import { drawnPages } from './public-pages/drawn-pages.ts'
import { headerItems } from './settings/header-items.ts'
import { eraseSealed, sealStored } from './stored-secrets.ts'
import type { Progress, Tell } from './processes/start-progress.ts'
import { ensureWebBuild, ourWeb, webFolder } from './processes/web-build.ts'
import { stopServices } from './service.ts'

/** A process that must not go on is stopped by its keeper long before. */
const SUCCESSION_MS = 120_000

/** Serves. Throws a line for the operator. */
export async function start(config: Config, args: string[], progress: Progress): Promise<void> {
  const note = memoryNote(usableMemory())
  if (note !== null) console.log(note)
  const log = createLog(config.logLevel)
  const given = await inherited()
  let serving: Stoppable = { stop: async () => {} }
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
  const { tell } = progress
  if (!args.includes('migrate')) await buildPages({ log, tell })
  checkNotRestoring(config.dataDir)
  const postgres = config.databaseUrl || given ? null : await openOwnDatabase(config, { log, tell })
  try {
    const own = given?.urls ?? postgres?.urls ?? null
    const urls = own ?? databaseUrls(config.databaseUrl ?? '', config.databaseDirectUrl)
    tell('connecting to the database')
    const { role, isOwner } = await reachable(urls, async () => {
      if (own === null) await checkPoolers(urls)
      return migrate(urls, tell)
    })
    if (args.includes('migrate')) {
      progress.end()
      console.log('The database is up to date.')
      await postgres?.stop()
      return
    }
    if (!given) await noteRestore(urls, config, { args, log })
    if (isOwner) {
      const tables = appendOnlyTables.join(', ')
      log.warn({ role }, `the server's database role owns ${tables}: only a trigger protects the records (see docs/operate/running.md)`)
    }
    const { server, stop } = await run(config, { args, urls, hasOwnDatabase: own !== null, isFirst: !given, log, progress })
    if (given) return serveAsSuccessor(server, stop)
    const inherit = { port: config.port, urls: own }
    const stopShared = async (): Promise<void> => postgres?.stop()
    serving = keepServing({ first: firstServing(server, stop), inherit, stopShared, dataDir: postgres && config.dataDir, log })
  } catch (error) {
    progress.end()
    await postgres?.stop()
    throw error
  }
}

async function noteRestore({ owner }: DatabaseUrls, config: Config, { args, log }: { args: string[]; log: Logger }): Promise<void> {
  const restored = await noticeRestore(config, owner, { isTold: args.includes('--restored'), now: new Date() })
  if (restored) log.warn(restored, 'an older state of the database was restored: new numbers go on above all that were given')
}

type Watched = { log: Logger; tell: Tell }

/** Before the database, which needs memory too, and before the first operator's password is made, which is printed only once. */
async function buildPages({ log, tell }: Watched): Promise<void> {
  // Set by `npm run dev`, where Vite serves the pages.
  if (!process.env['SKIP_WEB_BUILD'] && (await ensureWebBuild(ourWeb, tell))) log.info('the web app was built')
}

async function openOwnDatabase(config: Config, { log, tell }: Watched): Promise<EmbeddedPostgres> {
  await lockData(config.dataDir)
  const postgres = await startEmbedded(config.dataDir, { tell })
  postgres.supervise({
    log,
    giveUp: (reason) => {
      console.error(`portico: ${reason}`)
      process.exit(1)
    },
  })
  return postgres
}

/** `isFirst`: no process serves yet. */
type Run = { args: string[]; urls: DatabaseUrls; hasOwnDatabase: boolean; isFirst: boolean; log: Logger; progress: Progress }

/** Serves requests and runs jobs. Returns the server, and how to stop both. */
async function run(config: Config, { args, urls, hasOwnDatabase, isFirst, log, progress }: Run): Promise<Stoppable & { server: Server }> {
  const { tell } = progress
  tell('reading secrets and settings')
  if (args.includes('--forget-secrets')) await forgetSecrets(urls)
  const key = await findSettingsKey(urls.direct, { given: config.settingsKey, dataDir: hasOwnDatabase ? config.dataDir : null })
  if (key === null) log.warn('SETTINGS_KEY is not set: secrets stored so far are not encrypted, and new ones are refused')
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost')
  const database = connect(urls.server, { onLost: lost, secrets: createSecretBox(key) })
  await sealStored(database)
  const direct = connect(urls.direct, { onLost: lost, max: JOB_CONNECTIONS, isForOne: true })
  const app = await createApp({ config, database, log, ownerUrl: urls.owner })
  const password = await ensureFirstAdmin(database, config, app.now())
  // At once: what is left of the start may fail, and the next one has no password to show.
  if (password) console.log(`First operator: ${config.adminEmail}  password: ${password}  (shown only once)`)
  const fault = config.adminPassword && passwordFault(config.adminPassword, { own: [config.adminEmail] })
  if (fault) log.warn({ fault }, 'ADMIN_PASSWORD is easy to guess: change it after the first login')
  const isDemo = args.includes('--demo')
  if (isDemo) tell('filling the demo')
  const demo = isDemo ? await inTurn(urls.direct, 'demo', async () => (await import('./demo/fill-demo.ts')).fillDemo(app)) : null

  tell('opening the site')
  // Listens before the first request, so that no later change is missed.
  const listener = await listen(urls.direct, hearNotifications(app), (error) => log.warn({ err: error }, 'the LISTEN connection was lost'))
  await app.reloadSettings()
  await keepPartitions(database, app.settings(), app.now()).catch((error: unknown) => {
    log.warn({ err: error }, 'partitions were not made: rows wait in the default ones until the nightly job')
  })
  const router = createRouter(app)
  const readHeader: ReadHeader = (language) => headerItems(app.database.db, app.settings(), language)
  const draw = drawnPages(app, webFolder, router)
  staticRoutes(router, app, webFolder, { write: createPages(app), readHeader, draw })
  const server = createHttpServer(router, createFronts(app))
  const sockets = attachSockets(server, app)
  await listenOn(server, config, isFirst ? undefined : await inheritedSocket())
  const address = server.address()
  if (typeof address === 'object' && address) config.port = address.port

  void closeToOthers(join(config.dataDir, 'files')).catch((error: unknown) => log.warn({ err: error }, 'others may read uploaded files'))
  const runner = await startJobs(direct.pool, createJobs(app), log)
  const demoNodes = isDemo ? (await import('./demo/run-demo-nodes.ts')).startDemoNodes(app) : null

  const work = startWork(app)
  progress.end()
  if (demo) console.log(`Demo member: ${demo.email}  password: ${demo.password}`)
  console.log(`Portico is ready at http://${config.host}:${config.port}`)
  const stop = async (): Promise<void> => {
    app.stopping.abort()
    await work.stop()
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
  return { server, stop }
}

async function forgetSecrets(urls: DatabaseUrls): Promise<void> {
  const database = connect(urls.server)
  await eraseSealed(database)
  await database.close()
}
