import { connect, createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

/** Stands before PostgreSQL as a pooler does, and tells what clients send. */
export async function postgresProxy(url: string, heard: (sent: string) => void) {
  const [to, at] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((client) => {
    const onward = connect(Number(to.port), to.hostname)
    client.on('data', (chunk: Buffer) => heard(chunk.toString('latin1')))
    if (isOpen) client.pipe(onward).pipe(client)
    for (const socket of [client, onward]) sockets.add(socket.on('error', () => {}))
  })
  at.port = String((await listening(server)).port)
  const stop = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  /** Drops all data from now on, without closing a connection. */
  const hang = (): void => {
    isOpen = false
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { url: at.href, hang, stop }
}
