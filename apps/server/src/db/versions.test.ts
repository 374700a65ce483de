import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

const version = async (): Promise<number> =>
  (await t.database.pool.query(`select value from versions where name = 'catalog'`)).rows[0].value

test('a database that lost its last changes gives no version again that a process may know; each change raises the version, also when the clock goes back', async () => {
  const before = await version()
  await t.node()
  const known = await version()
  // As after a restore, or a failover to a copy that lagged behind.
  await t.asOwner(`update versions set value = ${before} where name = 'catalog'`)
  await t.node()
  expect(await version()).toBeGreaterThan(known)
  await t.asOwner(`update versions set value = value + 3600000000 where name = 'catalog'`)
  const ahead = await version()
  await t.node()
  expect(await version()).toBeGreaterThan(ahead)
})
