import { ensureFirstAdmin } from './accounts/first-admin.ts'
import { attachSockets, createApp, createFronts, createJobs, createRouter, hearNotices } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { lockData } from './data-lock.ts'
import { connect } from './db/client.ts'
import { type EmbeddedPostgres, startEmbedded } from './db/embedded.ts'
import { listen } from './db/listen.ts'
import { migrate } from './db/migrate.ts'
import { closeServer, createHttpServer } from './http/server.ts'
import { staticRoutes } from './http/static.ts'
import { startJobs } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { ensureWebBuild, webFolder } from './web-build.ts'

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
  const log = createLog(config.logLevel)
  const postgres = config.databaseUrl ? null : await openOwnDatabase(config)
  const url = config.databaseUrl ?? postgres?.url ?? ''
  try {
    await reachable(url, () => migrate(url))
    if (args.includes('migrate')) {
      console.log('The database is up to date.')
      await postgres?.stop()
      return
    }
    await run(config, args, url, postgres, log)
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

async function openOwnDatabase(config: Config): Promise<EmbeddedPostgres> {
  await lockData(config.dataDir)
  return startEmbedded(config.dataDir)
}

async function run(
  config: Config,
  args: string[],
  url: string,
  postgres: EmbeddedPostgres | null,
  log: ReturnType<typeof createLog>,
): Promise<void> {
  const database = connect(url, (error) => log.warn({ err: error }, 'a database connection was lost'))
  const app = await createApp({ config, database, log })
  const password = await ensureFirstAdmin(database, config, app.now())
  const isDemo = args.includes('--demo')
  const demo = isDemo ? await (await import('./demo/fill-demo.ts')).fillDemo(app) : null

  // Set by `npm run dev`, where Vite serves the pages.
  if (!process.env['SKIP_WEB_BUILD'] && (await ensureWebBuild())) log.info('the web app was built')
  const router = createRouter(app)
  staticRoutes(router, app, webFolder)
  const server = createHttpServer(router, createFronts(app))
  const sockets = attachSockets(server, app)
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? new Error(`port ${config.port} on ${config.host} is in use`) : error),
    )
    server.listen(config.port, config.host, done)
  })
  const address = server.address()
  if (typeof address === 'object' && address) config.port = address.port

  const listener = await listen(url, hearNotices(app), (error) => log.warn({ err: error }, 'the notice connection was lost'))
  const runner = await startJobs(database.pool, createJobs(app), log)
  const demoNodes = isDemo ? (await import('./demo/run-demo-nodes.ts')).startDemoNodes(app) : null

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    app.orderNotices.stop()
    app.auditNotices.stop()
    sockets.close()
    await closeServer(server, 10_000)
    await demoNodes?.stop()
    await runner.stop()
    await listener.close()
    await app.fetchLog.flush()
    await app.signIns.flush()
    await app.refusals.flush()
    await database.close()
    await postgres?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

  if (password) console.log(`First operator: ${config.adminEmail}  password: ${password}  (shown this once)`)
  if (demo) console.log(`Demo member: ${demo.email}  password: ${demo.password}`)
  console.log(`Portico is ready at http://${config.host}:${config.port}`)
}

async function reachable(url: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000', '28000'].includes(String(error.code))
    ) {
      throw new Error(`the database at ${new URL(url).host} cannot be used: ${error.message}`, { cause: error })
    }
    throw error
  }
}
