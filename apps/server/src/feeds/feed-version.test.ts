import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startApp } from '../../test/harness.ts'
import { createApp, createFronts, createRouter } from '../build-app.ts'
import { closeServer, createHttpServer } from '../http/server.ts'

// A second process on the same database, not yet notified that settings changed.
const t = await startApp()
const { config, database, log } = t.app
const late = await createApp({ config, database, log })
const server = createHttpServer(createRouter(late), createFronts(late))
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
afterAll(async () => {
  await closeServer(server, 1000)
  await t.stop()
})

test('a new site title is in every profile from the first fetch, even on a process not yet notified of it', async () => {
  const [admin, member, node] = [await t.admin(), await t.member(), await t.node()]
  await t.subscribe(member.id, node.groupId)
  const { pathname } = new URL((await member.call('GET', '/muser/getSubscribe')).body.subscribe_url)
  const title = async (flag: string): Promise<string> =>
    parse(await (await fetch(`${base}${pathname}?flag=${flag}`)).text())['proxy-groups'][0].name

  expect(await title('mihomo')).toBe('Portico')
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Renamed' })
  expect(late.settings()['site.title']).toBe('Portico')
  expect(await title('mihomo')).toBe('Renamed')
  await late.reloadSettings()
  expect(await title('mihomo')).toBe('Renamed')
})
