import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import type { Env } from './router.ts'
import { staticRoutes } from './static.ts'

let t: TestApp
const folder = mkdtempSync(join(tmpdir(), 'portico-static-'))
const router = new Hono<Env>()
beforeAll(async () => {
  t = await startApp()
  staticRoutes(router, t.app, folder)
})
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true })
})

const get = async (path: string): Promise<Response> => router.request(path)

test('paths that do not exist are not cached', async () => {
  expect((await get('/late.txt')).status).toBe(404)
  writeFileSync(join(folder, 'late.txt'), 'here now')
  expect(await (await get('/late.txt')).text()).toBe('here now')
})
