import { createApp, createFronts, createRouter } from '../apps/server/src/build-app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { connect } from '../apps/server/src/db/client.ts'
import { createHttpServer } from '../apps/server/src/http/server.ts'
import type { Limit } from '../apps/server/src/http/limits.ts'
import { createLog } from '../apps/server/src/log.ts'

// The server as it is. With SHARED=no, it keeps used secrets in its own memory and counts nothing.
const config = readConfig(process.env)
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = connect(process.env['DATABASE_URL'] ?? '')
const app = await createApp({ config, database, log: createLog('silent') })
if (process.env['SHARED'] === 'no') {
  const used = new Set<string>()
  app.useSecret = async ({ secret }) => {
    const isFirst = !used.has(secret)
    used.add(secret)
    return isFirst
  }
  for (const limit of Object.values<Limit>(app.limits)) limit.take = async () => []
}
const server = createHttpServer(createRouter(app), createFronts(app))
server.listen(config.port, '127.0.0.1', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
