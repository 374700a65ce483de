import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createDatabase, startApp } from './harness.ts'
import { freePorts, isInstalled, start } from './node-software/programs.ts'
import { postgresProxy } from './postgres-proxy.ts'

const PROGRAM = ['haproxy', '/usr/sbin/haproxy'].find((program) => isInstalled(program, ['-v']))
const file = fileURLToPath(new URL('../../../deploy/cluster/haproxy.cfg', import.meta.url))

/** How long they wait for the database. */
const soon = { times: { waitMs: 2000 } }

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

test('while the database is away, the HAProxy of deploy/cluster brings members the feed that one process knows', async ({ skip }) => {
  if (!PROGRAM) return skip('haproxy is not installed')
  const own = await createDatabase('template_portico')
  const database = await postgresProxy(own.serverUrl, () => {})
  const on = { ...own, serverUrl: database.url, drop: async () => {} }
  const [t, other] = [await startApp({ on, database: soon }), await startApp({ on, database: soon })]
  ends.push(own.drop, t.stop, other.stop, database.stop)
  const [site = 0, primary = 0, none = 0] = await freePorts(3)
  const [portico, stranger, nobody] = [new URL(t.base).host, new URL(other.base).host, `127.0.0.1:${none}`]
  const haproxy = start(PROGRAM, ['-db', '-f', file], '/', {
    SITE: `127.0.0.1:${site}`,
    PRIMARY: `127.0.0.1:${primary}`,
    PORTICO1: portico,
    PORTICO2: stranger,
    PORTICO3: portico,
    ...Object.fromEntries(
      ['DB1', 'DB2', 'DB3'].flatMap((name) => [
        [name, nobody],
        [`${name}_CHECK`, String(none)],
      ]),
    ),
  })
  ends.push(haproxy.stop)
  const member = await t.holder((await t.node()).groupId)
  const { token } = await t.subscription(member.id)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${site}${path}`).catch(() => null)
    return { status: answer?.status, text: await answer?.text() }
  }
  await expect.poll(() => ask('/healthz')).toMatchObject({ status: 200 })
  const before = await (await fetch(`${t.base}/s/${token}?flag=mihomo`)).text()
  expect(before).toContain('node.example.com')
  database.stop()
  await expect.poll(() => haproxy.log()).toContain("backend 'ready' has no server available")
  for (let i = 0; i < 4; i++) expect(await ask(`/s/${token}?flag=mihomo`)).toEqual({ status: 200, text: before })
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
})
