import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { App } from '../app.ts'
import type { Router } from './router.ts'

/**
 * `/healthz`: the process runs. `/readyz`: the database answers. `/metrics`: needs the bearer token of the
 * settings or METRICS_TOKEN.
 */
export function healthRoutes(router: Router, app: App): void {
  router.get('/healthz', (c) => c.json({ ok: true }))

  router.get('/readyz', async (c) => {
    try {
      await app.database.db.execute(sql`select 1`)
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
