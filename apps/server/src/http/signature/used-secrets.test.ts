import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile, startApp, type TestApp } from '../../../test/harness.ts'
import { signed } from '../../../test/signed.ts'
import { dropUnusableSecrets } from './used-secrets.ts'

const t = await forFile(startApp())
const other = await forFile(startApp({ on: { ownerUrl: t.ownerUrl, serverUrl: t.database.url, drop: async () => {} } }))

const MINUTE_MS = 60_000
const newSecret = (): string => randomBytes(16).toString('hex')

/** Sends one signed call to a server. The same arguments send the same call again. */
async function send(server: TestApp, token: string, { secret = newSecret(), method = 'POST', path = '/muser/info', at = Date.now() }) {
  const payload = method === 'GET' ? {} : { roles: [] }
  const response = await fetch(`${server.base}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-token': token, ...signed(payload, at, secret) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(payload) }),
  })
  const body = (await response.json()) as { code?: string }
  return { status: response.status, code: body.code ?? 'done' }
}

test('of twenty copies of a write sent at once to two servers exactly one passes, also with many writes at a time', async () => {
  const { token } = await t.member()
  const secrets = Array.from({ length: 5 }, newSecret)
  const sent = secrets.flatMap((secret) =>
    Array.from({ length: 20 }, async (_, i) => ({ secret, ...(await send(i % 2 ? t : other, token, { secret })) })),
  )
  const answers = await Promise.all(sent)
  for (const secret of secrets) {
    const codes = answers.filter((answer) => answer.secret === secret).map(({ code }) => code)
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => code === 'signature.replayed')).toHaveLength(19)
  }
})

test('different secrets stored by one statement each pass once; a call without a session is refused for that reason, however often it is sent', async () => {
  const signatures = Array.from({ length: 3 }, () => ({ secret: newSecret(), timestamp: String(Date.now()), given: '' }))
  const uses = Array.from({ length: 60 }, (_, i) => (i % 2 ? t : other).app.useSecret(signatures[i % 3]!))
  const passed = await Promise.all(uses)
  for (const each of [0, 1, 2]) expect(passed.filter((isFirst, i) => isFirst && i % 3 === each)).toHaveLength(1)
  const call = { secret: newSecret() }
  for (const server of [t, other, t]) expect(await send(server, 'no such token', call)).toEqual({ status: 403, code: 'session.invalid' })
})

test('a GET that changes state counts as a write; a GET that reads may be repeated; a secret is forgotten once its signature has expired, not before', async () => {
  const { token } = await t.member()
  const reset = { secret: newSecret(), method: 'GET', path: '/muser/resetSecurity' }
  expect([(await send(t, token, reset)).status, await send(other, token, reset)]).toEqual([
    200,
    { status: 409, code: 'signature.replayed' },
  ])
  const read = { secret: newSecret(), method: 'GET', path: '/muser/getSubscribe' }
  expect([(await send(t, token, read)).status, (await send(other, token, read)).status]).toEqual([200, 200])
  const at = Date.now()
  const call = { secret: newSecret(), at }
  await send(t, token, call)
  await dropUnusableSecrets(t.database, new Date(at + 4 * MINUTE_MS))
  expect((await send(other, token, call)).code).toBe('signature.replayed')
  await dropUnusableSecrets(t.database, new Date(at + 5 * MINUTE_MS))
  expect((await t.database.pool.query('select 1 from used_secrets where secret = $1', [call.secret])).rowCount).toBe(0)
})
