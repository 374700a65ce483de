import { afterAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../../test/harness.ts'
import { type Bouncer, bouncers, type PoolMode, startBouncer } from '../../../test/pgbouncer.ts'
import { postgresProxy } from '../../../test/postgres-proxy.ts'
import { startProcess } from '../../../test/server-process.ts'
import { checkPoolers } from './check-pooler.ts'
import { slowness } from '../../../../../scripts/slowness.ts'

const found = bouncers()

const database = await createDatabase('template_portico')
afterAll(() => database.drop())

const through = (url: string) => ({ server: url, direct: database.serverUrl, owner: database.ownerUrl })

/** What the check says of a pooler; '' if it may stay. */
async function verdict(bouncer: Bouncer, mode: PoolMode, settings: Record<string, string> = {}, size = 4): Promise<string> {
  const pooler = await startBouncer(bouncer, database.serverUrl, { mode, size, settings })
  try {
    return await checkPoolers(through(pooler.url)).then(
      () => '',
      (error: Error) => error.message.replace(new URL(pooler.url).host, 'HOST'),
    )
  } finally {
    await pooler.stop()
  }
}

const cure = 'use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session, or DATABASE_URL without the pooler'

describe.each(found)('PgBouncer $version', (bouncer) => {
  const { version, sharesStatements } = bouncer
  const refusal = (most: string) =>
    `the pooler at HOST (PgBouncer ${version}, pool_mode = transaction, max_prepared_statements = ${most}) can run one process's statement for another: ${cure}`

  test('in session mode is taken', async () => {
    expect(await verdict(bouncer, 'session')).toBe('')
  })

  test.runIf(sharesStatements)('in transaction mode is taken, with one connection, with many, and dealt out in turn', async () => {
    expect(await verdict(bouncer, 'transaction')).toBe('')
    expect(await verdict(bouncer, 'transaction', {}, 1)).toBe('')
    expect(await verdict(bouncer, 'transaction', { server_round_robin: '1', min_pool_size: '4' })).toBe('')
  })

  test.runIf(sharesStatements)('in transaction mode without prepared statements is refused', async () => {
    expect(await verdict(bouncer, 'transaction', { max_prepared_statements: '0' })).toBe(refusal('0'))
  })

  test.skipIf(sharesStatements)('in transaction mode is refused', async () => {
    expect(await verdict(bouncer, 'transaction')).toBe(refusal('not supported'))
    expect(await verdict(bouncer, 'transaction', { server_round_robin: '1', min_pool_size: '4' })).toBe(refusal('not supported'))
    expect(await verdict(bouncer, 'transaction', { server_reset_query_always: '1' })).toBe(refusal('not supported'))
  })

  test('that may not be asked is named as far as it is known', async () => {
    const told = await verdict(bouncer, 'transaction', {
      admin_users: 'somebody_else',
      ...(sharesStatements && { max_prepared_statements: '0' }),
    })
    expect(told).toContain('(version, pool_mode and max_prepared_statements unknown)')
  })

  test('in transaction mode is no place for what needs a session', async () => {
    const pooler = await startBouncer(bouncer, database.ownerUrl, { mode: 'transaction' })
    try {
      const urls = { server: database.serverUrl, direct: pooler.url, owner: pooler.url }
      await expect(checkPoolers(urls)).rejects.toThrow(/does not keep sessions.*set DATABASE_DIRECT_URL to PostgreSQL itself$/)
    } finally {
      await pooler.stop()
    }
  })
})

test('a server behind an unfit pooler says so in one line, and ends', { timeout: 120_000 * slowness }, async ({ skip }) => {
  const old = found.find(({ sharesStatements }) => !sharesStatements)
  if (!old) return skip('PgBouncer before 1.21 is not installed')
  const pooler = await startBouncer(old, database.serverUrl, { mode: 'transaction' })
  try {
    const { child, output } = await startProcess({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.ownerUrl })
    expect(child.exitCode).toBe(1)
    expect(output().trim().split('\n')).toEqual([expect.stringMatching(/^portico: the pooler at .*PgBouncer 1\.\d+/)])
  } finally {
    await pooler.stop()
  }
})

test('PostgreSQL without a pooler is asked one question, also behind a proxy', async () => {
  const sent: string[] = []
  const { url, stop } = await postgresProxy(database.serverUrl, (text) => sent.push(text))
  try {
    await checkPoolers({ server: url, direct: url, owner: url })
    expect(sent.filter((chunk) => chunk.includes('select'))).toHaveLength(1)
  } finally {
    stop()
  }
})
