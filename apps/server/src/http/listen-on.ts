import { createServer, type Server } from 'node:net'

type Address = { host: string; port: number }

/** Checks that the server can listen on an address. Changes nothing. Throws a line for the operator. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer()
  await listenOn(probe, address)
  await new Promise((done) => probe.close(done))
}

/** Listens on an address, or on a socket that listens already. Throws a line for the operator. */
export function listenOn(server: Server, { host, port }: Address, socket?: Server): Promise<void> {
  return new Promise((done, failed) => {
    // Later ones too, such as no free descriptor for a new connection: without a listener they would end the process.
    server.on('error', (error: NodeJS.ErrnoException) => failed(new Error(explain(error, host, port), { cause: error })))
    server.listen(socket ?? { port, host }, done)
  })
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is in use`
  if (code === 'EACCES') return `port ${port} on ${host} is not open to this user`
  const isNoAddress = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code ?? '')
  return isNoAddress ? `HOST must be an address of this machine, not "${host}"` : message
}
