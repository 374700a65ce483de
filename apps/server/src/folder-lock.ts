import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Makes this process the only one on that data directory, for as long as it lives. Throws when another process has it. */
export async function lockData(dataDir: string): Promise<void> {
  if (!(await lockFolder(dataDir))) throw new Error(`another Portico process is using ${dataDir}`)
}

/**
 * Makes this process the only one on that folder, until it releases it or ends; null while another has it. Held by a listening
 * socket, which the system takes back however the process ends, so there is no stale lock.
 */
export async function lockFolder(folder: string): Promise<(() => void) | null> {
  mkdirSync(folder, { recursive: true })
  const id = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  const path = process.platform === 'linux' ? `\0portico-${id}` : join(folder, 'portico.sock')
  let held: Server
  try {
    held = await hold(path)
  } catch {
    if (process.platform === 'linux' || (await answers(path))) return null
    rmSync(path, { force: true })
    held = await hold(path)
  }
  return () => void held.close()
}

function hold(path: string): Promise<Server> {
  return new Promise((done, failed) => {
    const server = createServer((socket) => socket.end())
    server.once('error', failed)
    server.listen(path, () => done(server))
    server.unref()
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
}
