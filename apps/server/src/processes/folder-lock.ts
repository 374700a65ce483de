import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Locks the data directory for this process until it ends. Throws when another process has it. */
export async function lockData(dataDir: string): Promise<void> {
  if (!(await lockFolder(dataDir))) throw new Error(`another Portico process is using ${dataDir}`)
}

/**
 * Locks a folder for this process until it is released or the process ends; null while another process has it. The lock is a
 * listening socket: the system closes it however the process ends, so no stale lock remains.
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
