import { createServer, type IncomingMessage, request } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import { type AddressInfo, isIPv6 } from 'node:net'
import { listening } from '../listening.ts'
import { selfSigned } from '../self-signed.ts'

/** A site to load from: `/<n>` answers n bytes, and a body is read to its end. */
export async function startTarget(address: string) {
  const piece = Buffer.alloc(65_536, 'x')
  const server = createServer((from, to) => {
    let left = Number(from.url?.slice(1))
    const more = (): void => {
      while (left > 0) {
        const size = Math.min(left, piece.length)
        left -= size
        if (!to.write(piece.subarray(0, size))) return void to.once('drain', more)
      }
      to.end()
    }
    to.writeHead(200, { 'content-length': left })
    from.resume().on('end', more)
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  const at = isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
  return { at, server, close: () => (server.closeAllConnections(), server.close()) }
}

/** The site whose handshake Reality borrows. */
export async function startBorrowed() {
  // A node with ML-DSA-65 needs more than 3500 bytes of certificates to hide its own in.
  const { cert, key } = selfSigned()
  const server = createTlsServer({ key, cert: cert.repeat(16), minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.resume()
  })
  server.on('tlsClientError', () => undefined)
  const { port, stop: close } = await listening(server)
  return { port, close }
}

/** Loads `bytes` from the target through an HTTP proxy; resolves to how many arrived. */
export function loadThrough(
  proxyPort: number,
  host: string,
  bytes: number,
  { body = Buffer.alloc(0), seconds = 60 }: { body?: Buffer; seconds?: number } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body.length > 0 ? 'POST' : 'GET'
    const to = { host: '127.0.0.1', port: proxyPort, method, path: `http://${host}/${bytes}`, headers: { host } }
    const options = { ...to, agent: false, timeout: seconds * 1000 }
    const call = request(options, (answer) => void counted(answer).then(resolve, reject))
    call.on('timeout', () => call.destroy(new Error(`nothing came for ${seconds} s`)))
    call.on('error', reject)
    call.end(body)
  })
}

/** The same through a tunnel, as browsers ask for secure sites. Resolves to how many bytes arrived. `query`: for the target. */
export function loadTunnelled(
  proxyPort: number,
  target: string,
  bytes: number,
  seconds: number,
  { body = Buffer.alloc(0), query = '' }: { body?: Buffer; query?: string } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const tunnel = request({ host: '127.0.0.1', port: proxyPort, method: 'CONNECT', path: target, agent: false, timeout: seconds * 1000 })
    const late = (): void => void tunnel.destroy(new Error(`nothing came for ${seconds} s`))
    tunnel.on('timeout', late)
    tunnel.on('error', reject)
    tunnel.on('response', ({ statusCode }) => reject(new Error(`status ${statusCode}`)))
    tunnel.on('connect', ({ statusCode }, socket) => {
      if (statusCode !== 200) return reject(new Error(`status ${statusCode}`))
      const method = body.length > 0 ? 'POST' : 'GET'
      const options = { createConnection: () => socket, method, path: `/${bytes}${query && `?${query}`}`, headers: { host: target } }
      const call = request(options, (answer) => {
        void counted(answer)
          .finally(() => socket.destroy())
          .then(resolve, reject)
      })
      socket.setTimeout(seconds * 1000, () => socket.destroy(new Error(`nothing came for ${seconds} s`)))
      call.on('error', reject)
      call.end(body)
    })
    tunnel.end()
  })
}

/** How many bytes came. */
async function counted(answer: IncomingMessage): Promise<number> {
  let got = 0
  for await (const chunk of answer) got += (chunk as Buffer).length
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`)
  return got
}
