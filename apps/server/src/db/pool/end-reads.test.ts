import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { startApp } from '../../../test/harness.ts'
import { listening } from '../../../test/listening.ts'
import { connect } from '../client.ts'
import { inPurpose, whileWanted } from './purpose.ts'

beforeEach(() => proxy.open())
afterAll(async () => {
  await one.close()
  proxy.close()
  await t.stop()
})

const waiting = sql`select 7 as n from pg_advisory_xact_lock(7)`
const left = new Error('the caller left')

const t = await startApp()
const hold = () => t.hold('select pg_advisory_xact_lock(7)')
const locked = t.waiting
const proxy = await startProxy(t.database.url)
/** One connection through the proxy, so that every statement follows the one before on it. */
const one = connect(proxy.url, { max: 1, times: { waitMs: 60_000, readMs: 200 } })

test('a read ends on the server when its caller leaves, and its connection serves the next', async () => {
  const letGo = await hold()
  const pid = (await one.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid
  const caller = new AbortController()
  const read = whileWanted(caller.signal, () => one.transaction((tx) => tx.execute(waiting)))
  await expect.poll(locked).toBe(1)
  caller.abort(left)
  await expect(read).rejects.toThrow(expect.objectContaining({ cause: left }))
  expect(await locked()).toBe(0)
  expect((await one.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid).toBe(pid)
  await letGo()
})

test('a cancel that is late does not hit the next statement on the connection', async () => {
  const letGo = await hold()
  proxy.holdCancels()
  const caller = new AbortController()
  const read = whileWanted(caller.signal, () => one.transaction((tx) => tx.execute(waiting)))
  await expect.poll(locked).toBe(1)
  caller.abort(left)
  await expect.poll(proxy.cancels).toBe(1)
  // The read ends by itself, before its cancel has arrived.
  await letGo()
  await read
  const again = await hold()
  const next = one.db.execute(waiting).execute()
  // Were it sent now, it would wait for the lock when the cancel arrives.
  proxy.open()
  await expect.poll(proxy.open).toBe(0)
  await expect.poll(locked).toBe(1)
  await again()
  expect((await next).rows).toEqual([{ n: 7 }])
})

test('a caller who has left sends no read any more', async () => {
  const caller = new AbortController()
  caller.abort(left)
  const read = whileWanted(caller.signal, () => t.database.db.execute(sql`select 1`))
  await expect(read).rejects.toThrow(expect.objectContaining({ cause: left }))
})

test('a write goes on to its end, though its caller has left', async () => {
  const letGo = await hold()
  const caller = new AbortController()
  const wrote = whileWanted(caller.signal, () =>
    one.transaction((tx) => tx.execute(sql`insert into groups (name) select 'kept' from pg_advisory_xact_lock(7) returning name`)),
  )
  await expect.poll(locked).toBe(1)
  caller.abort(left)
  await letGo()
  expect((await wrote).rows).toEqual([{ name: 'kept' }])
})

test('a read of the console has a time limit for each statement; other reads have none', async () => {
  const letGo = await hold()
  const read = inPurpose('console', async () => (await one.db.execute(waiting)).rows)
  await expect(read).rejects.toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'read.too_long' }) }))
  expect(await locked()).toBe(0)
  const member = one.db.execute(waiting).execute()
  await expect.poll(locked).toBe(1)
  await letGo()
  expect((await member).rows).toEqual([{ n: 7 }])
})

test('many calls that hold a connection and ask for a second one do not wait for each other', async () => {
  const database = connect(t.database.url, { times: { waitMs: 10_000 } })
  const answers = await atOnce((n) =>
    database.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      return (await database.db.execute<{ n: number }>(sql`select ${n}::int as n`)).rows[0]?.n
    }),
  )
  expect(answers).toEqual([...answers.keys()])
  await database.close()
})

/** A connection whose first bytes are a CancelRequest of the protocol. */
const isCancel = (bytes: Buffer): boolean => bytes.length === 16 && bytes.readInt32BE(4) === 80_877_102

/** Forwards to PostgreSQL, cancels only when it is open. */
async function startProxy(url: string) {
  const [to, at] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  let held: (() => void)[] = []
  let isOpen = true
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    client.once('data', (first: Buffer) => {
      const forward = (): void => {
        const onward = connectSocket(Number(to.port), to.hostname)
        sockets.add(onward.on('error', () => {}))
        onward.write(first)
        client.pipe(onward).pipe(client)
      }
      if (isCancel(first) && !isOpen) held.push(forward)
      else forward()
    })
  })
  at.port = String((await listening(server)).port)
  return {
    url: at.href,
    cancels: () => held.length,
    holdCancels: () => {
      isOpen = false
    },
    /** Forwards what it holds; returns how many it held. */
    open: () => {
      isOpen = true
      const forwards = held
      held = []
      for (const forward of forwards) forward()
      return forwards.length
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
