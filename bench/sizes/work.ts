import { createApp, createJobs } from '../../apps/server/src/build-app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { connect } from '../../apps/server/src/db/client.ts'
import { createLog } from '../../apps/server/src/log.ts'

// A process of its own that does one job as the server does, then prints its seconds and its memory at the peak as one line of JSON.
const config = readConfig(process.env)
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = connect(process.env['DATABASE_URL'] ?? '')
const app = await createApp({ config, database, log: createLog('error') })
const job = createJobs(app).find(({ name }) => name === process.env['JOB'])
if (!job) throw new Error(`no job ${process.env['JOB']}`)
const [began, before] = [performance.now(), process.cpuUsage()]
await job.work({})
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(before)
await database.close()
console.log(JSON.stringify({ seconds, cpu: (user + system) / 1e6, mb: process.resourceUsage().maxRSS / 1024 }))
process.exit(0)
