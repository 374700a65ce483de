import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../test/harness.ts'
import { createLog } from './log.ts'

const t = await forFile(startApp())

test('a failed query is logged with its statement and the reason, without its values', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const error: unknown = await t.database.db
    .execute(sql`select ${'gateway-key'}::text, ${'{"a":"\\u0000"}'}::jsonb`)
    .catch((caught: unknown) => caught)
  log.error({ err: error }, 'request failed')
  expect(lines.join('')).toMatch(/select \$1::text/)
  expect(lines.join('')).toMatch(/unsupported Unicode escape sequence/)
  expect(lines.join('')).not.toContain('gateway-key')
})

test('a refused row is logged without its values', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const insert = `insert into payment_methods (uuid, driver, name, config, currency, fee_percent) values ('u', 'epay', 'n', '{"key":"gateway-key"}', 'CNY', -1)`
  const error: unknown = await t.database.pool.query(insert).catch((caught: unknown) => caught)
  log.error({ err: error }, 'request failed')
  expect(lines.join('')).toContain('payment_methods_fees')
  expect(lines.join('')).not.toContain('gateway-key')
})

test('a lost connection is one short line', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const lost = new Promise<void>((done) =>
    t.database.pool.once('error', (error) => {
      log.warn({ err: error }, 'a database connection was lost')
      done()
    }),
  )
  const { pool } = t.database
  const [client, other] = await Promise.all([pool.connect(), pool.connect()])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.release()
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  other.release()
  await lost
  expect(lines.join('')).toContain('terminating connection')
  expect(lines.join('').length).toBeLessThan(2000)
})
