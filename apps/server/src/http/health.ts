import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { App } from '../app.ts'
import { inHurry, inPurpose } from '../db/pool/purpose.ts'
import { inTime } from '../jobs/in-time.ts'
import type { Router } from './router.ts'

/**
 * `/healthz`: the process runs. `/readyz`: the database takes writes. `/metrics`: needs the bearer token of the
 * settings or METRICS_TOKEN.
 */
export function healthRoutes(router: Router, app: App): void {
  router.get('/healthz', (c) => c.json({ ok: true }))

  const takesWrites = atMostOncePer(1000, () => inPurpose('spare', () => inHurry(() => tryWriting(app.database.pool))))
  router.get('/readyz', async (c) => {
    try {
      await takesWrites()
      return c.json({ ok: true })
    } catch {
      return c.json({ ok: false, reason: 'database' }, 503)
    }
  })

  let metrics: ReturnType<typeof createMetrics> | null = null
  router.get('/metrics', async (c) => {
    const token = app.settings()['security.metrics_token'] || app.config.metricsToken
    const isAllowed = token !== null && sameText(c.req.header('authorization') ?? '', `Bearer ${token}`)
    if (!isAllowed) return c.json({ code: 'not_found', message: 'Not found' }, 404)
    metrics ??= createMetrics(app)
    return c.text(await metrics.read(), 200, { 'content-type': metrics.contentType })
  })
}

/**
 * Tests that the database takes writes: room for 300 KB in the data folder that do not fit into memory, and a commit in the log. Leaves
 * nothing behind. Sent as one text, so that it is one transaction.
 */
async function tryWriting(pool: pg.Pool): Promise<void> {
  const statements = [
    `select set_config('work_mem', '64kB', true)`,
    'select count(*) from generate_series(1, 20000)',
    `select pg_logical_emit_message(true, 'portico', 'ready')`,
  ]
  await inTime(pool.query(statements.join(';')), 5000)
}

/** Shares one run among calls within `ms`, because anybody may call. */
function atMostOncePer(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null
  return () => {
    if (last) return last
    const run = work()
    last = run
    setTimeout(() => void run.catch(() => {}).finally(() => (last = null)), ms).unref()
    return run
  }
}

/** Starts collecting. */
function createMetrics({ database: { pool } }: App) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const connections = new Gauge({
    name: 'portico_database_connections',
    help: 'Connections by state',
    labelNames: ['state'],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    read: () => {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
      connections.set({ state: 'open' }, pool.totalCount)
      return registry.metrics()
    },
  }
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
