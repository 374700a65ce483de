import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { App } from '../app.ts'
import type { Router } from './router.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers. `/metrics`: only where METRICS_TOKEN is set, with that bearer token. */
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

  const token = app.config.metricsToken
  if (!token) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const pool = new Gauge({
    name: 'portico_database_connections',
    help: 'Connections by state',
    labelNames: ['state'],
    registers: [registry],
  })
  router.get('/metrics', async (c) => {
    if (!sameText(c.req.header('authorization') ?? '', `Bearer ${token}`)) return c.json({ code: 'not_found', message: 'Not found' }, 404)
    pool.set({ state: 'idle' }, app.database.pool.idleCount)
    pool.set({ state: 'waiting' }, app.database.pool.waitingCount)
    pool.set({ state: 'open' }, app.database.pool.totalCount)
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
