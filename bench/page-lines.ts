import type pg from 'pg'
import { beside, get, type Target } from './load.ts'
import { type Line, type Process } from './measure.ts'
import { signed } from '../apps/server/test/signed.ts'

/** The price page for a visitor, against the floor. The plan has a capacity limit, and every member holds it. */
export async function timePricePage(client: pg.Client, server: Process, floor: Target): Promise<Line> {
  await client.query('update plans set capacity_limit = 1000000')
  // A read may be repeated with the same signature within five minutes.
  const headers = signed({})
  const page = { port: server.port, next: () => get('/api/v1/api/plan/list', headers), status: 200 }
  const line: Line = { name: 'price page', ...(await beside(page, floor, 3)), bar: 0.1, unit: 'requests/s' }
  await client.query('update plans set capacity_limit = null')
  return line
}
