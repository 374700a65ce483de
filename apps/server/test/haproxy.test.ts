import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createDatabase, startApp } from './harness.ts'
import { freePorts, isInstalled, start } from './node-software/programs.ts'
import { postgresProxy } from './postgres-proxy.ts'

const PROGRAM = ['haproxy', '/usr/sbin/haproxy'].find((program) => isInstalled(program, ['-v']))
const file = fileURLToPath(new URL('../../../deploy/cluster/haproxy.cfg', import.meta.url))

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

test('while the database is away, the HAProxy of deploy/cluster still brings known members their feed', async ({ skip }) => {
  if (!PROGRAM) return skip('haproxy is not installed')
  const own = await createDatabase('template_portico')
  const database = await postgresProxy(own.serverUrl, () => {})
  const t = await startApp({ on: { ...own, serverUrl: database.url } })
  ends.push(t.stop, database.stop)
  const [site = 0, primary = 0, none = 0] = await freePorts(3)
  const [portico, nobody] = [new URL(t.base).host, `127.0.0.1:${none}`]
  const names = ['PORTICO1', 'PORTICO2', 'PORTICO3', 'DB1', 'DB2', 'DB3']
  const haproxy = start(PROGRAM, ['-db', '-f', file], '/', {
    SITE: `127.0.0.1:${site}`,
    PRIMARY: `127.0.0.1:${primary}`,
    ...Object.fromEntries(names.map((name) => [name, name.startsWith('DB') ? nobody : portico])),
    ...Object.fromEntries(names.map((name) => [`${name}_CHECK`, String(none)])),
  })
  ends.push(haproxy.stop)
  const member = await t.holder((await t.node()).groupId)
  const { token } = await t.subscription(member.id)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${site}${path}`).catch(() => null)
    return { status: answer?.status, text: await answer?.text() }
  }
  await expect.poll(() => ask('/readyz')).toEqual({ status: 200, text: '{"ok":true}' })
  const before = await ask(`/s/${token}?flag=mihomo`)
  expect(before).toMatchObject({ status: 200, text: expect.stringContaining('node.example.com') })
  database.stop()
  // In the words of Portico: HAProxy has some of its own while it knows no server.
  await expect.poll(() => ask('/readyz')).toEqual({ status: 503, text: '{"ok":false,"reason":"database"}' })
  // Beyond the second failed check of each server.
  await expect.poll(() => haproxy.log()).toMatch(/backend '\w+' has no server available/)
  expect(await ask(`/s/${token}?flag=mihomo`)).toEqual(before)
})
