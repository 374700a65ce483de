import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from '../measure.ts'
import { cpuSeconds } from '../delivery-lines.ts'
import { type Bar, type Figure, peakMb } from './call-lines.ts'
import type { Site } from './kept-site.ts'

/** Jobs that are measured, with what is to do before. */
const JOBS: { name: string; job: string; before?: string; bar: Bar }[] = [
  { name: 'usage notes, nothing new', job: 'note_usage', bar: { times: 1.3, perMember: true } },
  { name: 'expiry notes, nothing new', job: 'note_expiring', bar: { times: 1.3, perMember: true } },
  { name: 'check of the books', job: 'check_ledger', bar: { times: 1.3, perMember: true } },
  {
    name: 'usage notes, one member in a hundred passes a level',
    job: 'note_usage',
    before: `update subscriptions set up = transfer_enable * 0.96 where account_id % 100 = 47`,
    bar: { times: 1.3, perMember: true },
  },
  {
    name: 'reset of all',
    job: 'reset_traffic',
    before: `update subscriptions set next_reset_at = now() - interval '1 second' where group_id is not null and expires_at > now() + interval '2 days'`,
    bar: { times: 1.3, perMember: true },
  },
]

/** What work over all members costs, in ms of processor time of server and database, and a start of the server. */
export async function* timeWork(site: Site): AsyncGenerator<Figure> {
  yield* await timeStart(site)
  for (const { name, job, before, bar } of JOBS) {
    if (before) await site.client.query(before)
    await site.client.query('checkpoint')
    const began = site.spent()
    const { seconds, cpu } = await doJob(site, job)
    yield { name, value: (cpu + site.spent() - began) * 1000, unit: 'ms of CPU', bar }
    yield { name: `${name}: it took`, value: seconds, unit: 's', bar: job === 'reset_traffic' ? { most: 75 } : {} }
  }
  yield* await timeDeliveries(site)
}

const TOLD = 20_000

/** Messages of one cause to many, by channel: what one costs, and how many a second. They are put into the outbox, not sent. */
async function timeDeliveries(site: Site): Promise<Figure[]> {
  await site.client.query(
    `insert into settings (key, value) values ('mail.host', '"127.0.0.1"'), ('mail.from', '"portal@example.com"') on conflict do nothing`,
  )
  await site.client.query(
    `insert into events (account_id, type, cause, data, created_at)
     select 1 + n % $1, 'plan_expiring', 'bench ' || n, '{"expires_at": "2040-01-01T00:00:00.000Z"}', now() from generate_series(1, $2::int) n`,
    [site.members, TOLD],
  )
  await doJob(site, 'route_events')
  const figures: Figure[] = []
  for (const channel of ['mail', 'push']) {
    const began = site.spent()
    const { seconds, cpu } = await doJob(site, `deliver_${channel}_bulk`)
    const { rows } = await site.client.query<{ n: number }>(
      `select count(*)::int as n from event_deliveries join events on id = event_id where cause like 'bench %' and channel = $1 and delivered_at is not null`,
      [channel],
    )
    const n = rows[0]?.n ?? 0
    figures.push({
      name: `a message of one cause by ${channel}`,
      value: ((cpu + site.spent() - began) * 1000) / n,
      unit: 'ms of CPU',
      bar: { times: 1.3 },
    })
    figures.push({ name: `messages of one cause by ${channel}`, value: n / seconds, unit: 'a second', bar: { least: 500 } })
  }
  return figures
}

type Done = { seconds: number; cpu: number; mb: number }

async function doJob({ postgres }: Site, job: string): Promise<Done> {
  const script = fileURLToPath(new URL('./work.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: postgres.urls.server, JOB: job }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  // work.ts prints this one line.
  return JSON.parse(stdout) as Done
}

async function timeStart(site: Site): Promise<Figure[]> {
  const began = site.spent()
  const server = await startServer(site.postgres.urls)
  const value = (cpuSeconds(server.pid) + site.spent() - began) * 1000
  const mb = peakMb(server.pid)
  await server.stop()
  return [
    { name: 'start', value, unit: 'ms of CPU', bar: { times: 1.1 } },
    { name: 'memory after the start', value: mb, unit: 'MB', bar: { most: 500 } },
  ]
}
