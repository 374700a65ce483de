import { createServer, type IncomingMessage, request as ask } from 'node:http'
import { connect } from 'node:net'
import { listening } from './listening.ts'

/**
 * A small balancer on loopback: each request or upgrade goes to the next process. A connection that a process cuts is cut here
 * too.
 */
export async function startBalancer(behind: string[]) {
  let bases = behind
  let turn = 0
  const next = (): URL => new URL(bases[turn++ % bases.length]!)
  const server = createServer((request, response) => {
    const send = (tries: number): void => {
      const { hostname, port } = next()
      const onward = ask(
        { hostname, port, method: request.method, path: request.url, headers: request.headers, agent: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
          answer.once('error', () => response.destroy())
        },
      )
      // No process there: nothing was sent yet. Otherwise the caller must see that there was no answer.
      onward.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tries > 1) send(tries - 1)
        else response.destroy()
      })
      response.once('close', () => onward.destroy())
      onward.end(body)
    }
    let body = Buffer.alloc(0)
    request.on('data', (chunk: Buffer) => (body = Buffer.concat([body, chunk])))
    request.once('end', () => send(bases.length))
  })
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const { hostname, port } = next()
    const onward = connect(Number(port), hostname, () => {
      const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      onward.write(`GET ${request.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.once('error', () => other.destroy()).once('close', () => other.destroy())
  })
  const { url, stop } = await listening(server)
  return {
    base: url,
    serve: (others: string[]) => {
      bases = others
    },
    stop,
  }
}
