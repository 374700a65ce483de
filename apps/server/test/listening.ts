import { Server as HttpServer } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** Opens a server on this machine, on a free port unless one is given. Stopping it also ends what browsers keep open. */
export async function listening(server: Server, given = 0) {
  await new Promise<void>((done) => server.listen(given, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
