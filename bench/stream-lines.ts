import { connect, type Socket } from 'node:net'
import type pg from 'pg'
import { cpuSeconds } from './delivery-lines.ts'
import { backends, seedSessions, signedCall } from './limit-lines.ts'
import { atMost, type Line, rssMb, startCallServer } from './measure.ts'

const STREAMS = 1000
const IDLE_MS = 10_000

/** Open streams of tickets, one of each member, on one process: its memory, its work while nothing happens, and how fast all hear of a change. */
export async function timeStreams(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await seedSessions(client)
  await client.query(
    `insert into tickets (account_id, kind, level, subject, waits_since, created_at, last_message_at)
     select id, 'other', 'low', 'bench', now(), now(), now() from accounts where id <= $1`,
    [STREAMS],
  )
  const server = await startCallServer(databaseUrl, true)
  const before = rssMb(server.pid)
  const streams: Stream[] = []
  // Fifty at a time, as browsers would after a restart.
  for (let id = 1; id <= STREAMS; id += 50) {
    streams.push(...(await Promise.all(Array.from({ length: 50 }, (_, n) => open(server.port, `bench${id + n}`)))))
  }
  const spent = async () => new Map([server.pid, ...(await backends(client))].map((pid) => [pid, cpuSeconds(pid)]))
  const [memory, idle] = [rssMb(server.pid) - before, await spent()]
  await new Promise((done) => setTimeout(done, IDLE_MS))
  // A connection that ended meanwhile was idle.
  const worked = [...(await spent())].reduce((sum, [pid, cpu]) => sum + cpu - (idle.get(pid) ?? cpu), 0)
  const busy = (worked / (IDLE_MS / 1000)) * 100
  const heard = streams.map((stream) => stream.next())
  const changed = performance.now()
  await client.query(`update tickets set version = nextval('ticket_versions')`)
  await Promise.all(heard)
  const seconds = (performance.now() - changed) / 1000
  for (const { socket } of streams) socket.destroy()
  await server.stop()
  const name = (what: string): string => `${STREAMS} open streams of tickets: ${what}`
  return [
    atMost(name('memory'), memory, 80, 'MB'),
    atMost(name('processor while nothing happens, with the database'), busy, 15, '% of a core'),
    atMost(name('all hear of a change'), seconds, 5, 's'),
  ]
}

type Stream = { socket: Socket; next: () => Promise<void> }

/** Resolves with the first event. */
async function open(port: number, token: string): Promise<Stream> {
  const socket = connect(port, '127.0.0.1')
  let events = 0
  let hear: () => void = () => {}
  socket.on('data', (data) => {
    if (!data.includes('data: ')) return
    events++
    hear()
  })
  const more = (than: number): Promise<void> =>
    new Promise((done) => {
      hear = () => events > than && done()
      hear()
    })
  socket.write(signedCall('GET', '/muser/ticket/live', {}, token))
  await more(0)
  return { socket, next: () => more(events) }
}
