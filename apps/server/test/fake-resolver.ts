import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { listening } from './listening.ts'

/** A DNS server on a free port, over UDP and TCP, that answers A questions with `addressOf` and notes every name it was asked. */
export async function startResolver(addressOf: (name: string) => string) {
  const asked = new Set<string>()
  const answer = (query: Buffer): Buffer => {
    const { name, end, type } = question(query)
    asked.add(name)
    const address = type === 1 ? addressOf(name) : null
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(address === null ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(address ?? '0.0.0.0').split('.').map(Number)])
    return Buffer.concat([head, query.subarray(12, end), ...(address === null ? [] : [record])])
  }
  const tcp = createServer((socket) => {
    socket.on('error', () => {})
    let held = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk])
      while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
        const reply = answer(held.subarray(2, 2 + held.readUInt16BE(0)))
        held = held.subarray(2 + held.readUInt16BE(0))
        const size = Buffer.alloc(2)
        size.writeUInt16BE(reply.length)
        socket.write(Buffer.concat([size, reply]))
      }
    })
  })
  const { port } = await listening(tcp)
  const udp = createSocket('udp4', (query, { port: to, address }) => udp.send(answer(query), to, address))
  await new Promise<void>((done) => udp.bind(port, '127.0.0.1', done))
  return { port, asked, stop: () => (udp.close(), tcp.close()) }
}

function question(query: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: query.readUInt16BE(at + 1) }
}
