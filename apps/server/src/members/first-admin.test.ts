import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { startApp } from '../../test/harness.ts'
import { ensureFirstAdmin } from './first-admin.ts'

test('of many processes that start at once, one creates the first operator and shows a password', async () => {
  const t = await startApp()
  const shown = await atOnce(() => ensureFirstAdmin(t.database, t.app.config, t.app.now()))
  expect(shown.filter((password) => password !== null)).toHaveLength(1)
  const { rows } = await t.database.pool.query('select email from accounts where role_id is not null')
  expect(rows).toEqual([{ email: 'admin@example.com' }])
  const password = shown.find((one) => one !== null)
  expect((await t.call('POST', '/muser/auth/login', { email: 'admin@example.com', password })).status).toBe(200)
  expect(await ensureFirstAdmin(t.database, t.app.config, t.app.now())).toBeNull()
  await t.stop()
})
