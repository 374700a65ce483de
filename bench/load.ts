import { connect, type Socket } from 'node:net'

export type Result = { perSecond: number; p50: number; p99: number; requests: number; failures: number }
export type Target = { port: number; /** The next complete request in wire form. */ next: () => string | Buffer; status: number }

/** Keeps `connections` busy for a time: one request after another on each. */
export async function saturate(target: Target, { connections = 32, seconds = 4 } = {}): Promise<Result> {
  return drive(target, connections, seconds, () => true)
}

export type Pair = { ours: number; floor: number; ratio: number; failures: number }

/** Loads both in turns of a second, so that other load on the machine affects both alike. Medians, after a warm-up turn. */
export async function beside(target: Target, floor: Target, turns = 5): Promise<Pair> {
  const pairs: { ours: number; floor: number; ratio: number }[] = []
  let failures = 0
  for (let turn = 0; turn <= turns; turn++) {
    const bare = await saturate(floor, { seconds: 1 })
    const own = await saturate(target, { seconds: 1 })
    failures += own.failures
    if (turn > 0) pairs.push({ ours: own.perSecond, floor: bare.perSecond, ratio: own.perSecond / bare.perSecond })
  }
  const of = (key: 'ours' | 'floor' | 'ratio'): number => median(pairs.map((pair) => pair[key]))
  return { ours: of('ours'), floor: of('floor'), ratio: of('ratio'), failures }
}

/** The 99th percentile of both at the same steady rate, in turns; medians. Bursts of other work on the machine hit both. */
export async function tailsBeside(target: Target, floor: Target, rate: number, turns = 5): Promise<Pair> {
  const pairs: { ours: number; floor: number; ratio: number }[] = []
  let failures = 0
  for (let turn = 0; turn < turns; turn++) {
    const bare = await atRate(floor, rate, { seconds: 2 })
    const own = await atRate(target, rate, { seconds: 2 })
    failures += own.failures
    pairs.push({ ours: own.p99, floor: bare.p99, ratio: own.p99 / bare.p99 })
  }
  const of = (key: 'ours' | 'floor' | 'ratio'): number => median(pairs.map((pair) => pair[key]))
  return { ours: of('ours'), floor: of('floor'), ratio: of('ratio'), failures }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Sends at a steady rate, regardless of the answers. Latency counts from the moment a request is sent. */
export async function atRate(target: Target, rate: number, { connections = 64, seconds = 4 } = {}): Promise<Result> {
  const started = performance.now()
  let sent = 0
  return drive(target, connections, seconds, () => {
    const due = ((performance.now() - started) / 1000) * rate
    if (sent >= due) return false
    sent++
    return true
  })
}

async function drive(target: Target, connections: number, seconds: number, mayGo: () => boolean): Promise<Result> {
  const times: number[] = []
  let failures = 0
  const until = performance.now() + seconds * 1000
  const idle: Connection[] = []
  const all = await Promise.all(Array.from({ length: connections }, () => open(target.port)))
  const expected = `HTTP/1.1 ${target.status} `

  await new Promise<void>((done) => {
    let flying = 0
    const go = (connection: Connection): void => {
      if (performance.now() >= until) {
        if (flying === 0) done()
        return
      }
      if (!mayGo()) return void idle.push(connection)
      flying++
      const from = performance.now()
      connection.ask(target.next(), (head) => {
        flying--
        times.push(performance.now() - from)
        if (!head.startsWith(expected)) failures++
        go(connection)
      })
    }
    for (const connection of all) go(connection)
    const tick = (): void => {
      for (let i = idle.length; i > 0; i--) {
        const connection = idle.shift()
        if (connection) go(connection)
      }
      // Not a busy loop: PostgreSQL needs this core too.
      if (performance.now() < until) setTimeout(tick, 1)
      else if (flying === 0) done()
    }
    tick()
  })
  for (const connection of all) connection.close()
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), requests: times.length, failures }
}

type Connection = { ask: (request: string | Buffer, answered: (head: string) => void) => void; close: () => void }

/** A minimal client, so that the server is what is measured: it counts bytes and reads one header. */
function open(port: number): Promise<Connection> {
  return new Promise((done, failed) => {
    let answered: ((head: string) => void) | null = null
    let head = ''
    let missing = -1
    const read = (size: number, buffer: Uint8Array): boolean => {
      if (missing < 0) {
        const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, Math.min(size, 2048))
        const end = chunk.indexOf('\r\n\r\n')
        if (end < 0) throw new Error('a header in two pieces is more than this client understands')
        head = chunk.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)
        missing = Number(length?.[1] ?? 0) - (size - end - 4)
      } else missing -= size
      if (missing > 0) return true
      const call = answered
      answered = null
      missing = -1
      call?.(head)
      return true
    }
    // One buffer for every answer: bytes are counted, not kept.
    const socket: Socket = connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(65_536), callback: read } })
    socket.setNoDelay(true)
    socket.once('error', failed)
    socket.once('connect', () =>
      done({
        ask: (request, callback) => {
          answered = callback
          socket.write(request)
        },
        close: () => socket.destroy(),
      }),
    )
  })
}

export function get(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`
}
