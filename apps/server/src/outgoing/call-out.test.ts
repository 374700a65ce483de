import dns from 'node:dns'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { listening } from '../../test/listening.ts'
import { callOut } from './call-out.ts'
import { allowPrivate, isPrivate } from './private-addresses.ts'

type Asked = { method: string | undefined; headers: IncomingHttpHeaders; body: string }
const asked: Asked[] = []
const server = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({ method: request.method, headers: request.headers, body })
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/' }).end()
    else if (request.url === '/nothing') response.writeHead(204).end()
    else if (request.url !== '/slow') response.writeHead(200, { 'content-type': 'text/plain', 'x-one': 'a' }).end('here')
  })
})
const { port, stop } = await listening(server)
afterAll(stop)

test('private addresses are recognised in every notation, public ones are not; a private address is refused however it is written, and nothing is sent', async () => {
  const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1']
  const inside6 = ['::1', '::', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', 'ff02::1']
  const outside = ['1.1.1.1', '172.32.0.1', '192.167.1.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1']
  expect([...inside, ...inside6].filter((address) => !isPrivate(address))).toEqual([])
  expect(outside.filter(isPrivate)).toEqual([])
  const hosts = ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '0']
  for (const host of hosts) {
    const call = callOut(`http://${host}:${port}/`)
    await expect(call, host).rejects.toMatchObject({ cause: { message: expect.stringContaining('ALLOW_PRIVATE_ADDRESSES') } })
  }
  expect(asked).toEqual([])
})

type Found = { address: string; family: number }[]

/** Stands in for the name server of somebody else while it works. */
async function namedBy(answer: () => string[], work: () => Promise<void>): Promise<void> {
  const original = dns.lookup
  const named = (_: string, __: object, done: (error: null, found: Found) => void): void =>
    done(
      null,
      answer().map((address) => ({ address, family: 4 })),
    )
  Object.assign(dns, { lookup: named })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    dns.lookup = original
    syncBuiltinESMExports()
  }
}

test('a name that leads to a public address first and to a private one later is refused; a name with a private address among public ones is refused', async () => {
  let times = 0
  const turning = (): string[] => [times++ === 0 ? '192.0.2.1' : '127.0.0.1']
  await namedBy(turning, async () => {
    await expect(callOut(`http://turning.example.com:${port}/`, { signal: AbortSignal.timeout(200) })).rejects.toBeInstanceOf(Error)
    await expect(callOut(`http://turning.example.com:${port}/`)).rejects.toThrow('fetch failed')
  })
  expect(times).toBe(2)
  expect(asked).toEqual([])
  await namedBy(
    () => ['192.0.2.1', '127.0.0.1'],
    async () => {
      const call = callOut(`http://both.example.com:${port}/`, { signal: AbortSignal.timeout(2000) })
      await expect(call).rejects.toMatchObject({ cause: { message: expect.stringContaining('ALLOW_PRIVATE_ADDRESSES') } })
    },
  )
  expect(asked).toEqual([])
})

test('an allowed host and port is called, with method, headers and body, and another port is not', async () => {
  allowPrivate([`127.0.0.1:${port}`, `localhost:${port}`])
  const answer = await callOut(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'X-Key': 'k' },
    body: new URLSearchParams({ a: 'b c' }),
  })
  expect({ status: answer.status, one: answer.headers.get('x-one'), text: await answer.text() }).toEqual({
    status: 200,
    one: 'a',
    text: 'here',
  })
  expect(asked).toMatchObject([{ method: 'POST', body: 'a=b+c' }])
  expect(asked[0]!.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' })
  expect((await callOut(`http://localhost:${port}/nothing`)).status).toBe(204)
  await expect(callOut(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow('fetch failed')
})

test('a redirect is not followed, and a late answer ends with the reason of the signal', async () => {
  await expect(callOut(`http://127.0.0.1:${port}/elsewhere`, { redirect: 'error' })).rejects.toThrow('fetch failed')
  expect((await callOut(`http://127.0.0.1:${port}/elsewhere`, { redirect: 'manual' })).status).toBe(302)
  const late = callOut(`http://127.0.0.1:${port}/slow`, { signal: AbortSignal.timeout(50) })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
})
