import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Bytes } from './recording-site.ts'

const PRIVATE =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.(?:0\.[02]|168)|198\.(?:1[89]|51\.100)|203\.0\.113|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:::1$|f[cd]|fe[89ab])/

/** An address of this machine that is not private, to which Xray 26.7.11 and later carry; null: there is none. */
export function publicAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ address }) => !PRIVATE.test(address))?.address ?? null
}

/**
 * A site to load from that counts by cell: `/<n>?<cell>` answers n bytes and reads a body to its end; a datagram that begins with a cell's
 * name and a line break comes back. Both answer at the same port.
 */
export async function startCountedTarget(address: string) {
  const counts = new Map<string, Bytes>()
  const add = (cell: string, up: number, down: number): void => {
    const { up: oldUp, down: oldDown } = counts.get(cell) ?? { up: 0, down: 0 }
    counts.set(cell, { up: oldUp + up, down: oldDown + down })
  }
  const cells = new WeakMap<Socket, string>()
  const server = createServer((from, to) => {
    const [path = '', cell = ''] = (from.url ?? '').slice(1).split('?')
    cells.set(from.socket, cell)
    from.resume().on('end', () => to.end(Buffer.alloc(Number(path), 'x')))
  })
  server.on('connection', (socket: Socket) => socket.on('close', () => add(cells.get(socket) ?? '', socket.bytesRead, socket.bytesWritten)))
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  const echo = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  echo.on('message', (data, { address: host, port: from }) => {
    add(data.toString('utf8').split('\n', 1)[0] ?? '', data.length, data.length)
    echo.send(data, from, host)
  })
  await new Promise<void>((resolve) => echo.bind(port, address, resolve))
  return {
    at: isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`,
    /** What came for a cell and went, as the target's own sockets counted it. Connections count when they are closed. */
    counted: (cell: string): Bytes => counts.get(cell) ?? { up: 0, down: 0 },
    close: () => {
      echo.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
