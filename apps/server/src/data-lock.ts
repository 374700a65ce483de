import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/**
 * Makes this process the only one on that directory, for as long as it lives. Held by a listening socket, which the system
 * takes back however the process ends, so there is no stale lock. Throws when another process has it.
 */
export async function lockData(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const id = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)
  const path = process.platform === 'linux' ? `\0portico-${id}` : join(dataDir, 'portico.sock')
  try {
    await hold(path)
  } catch {
    if (process.platform === 'linux' || (await answers(path))) throw new Error(`another Portico process is using ${dataDir}`)
    rmSync(path, { force: true })
    await hold(path)
  }
}

function hold(path: string): Promise<void> {
  return new Promise((done, failed) => {
    const server = createServer((socket) => socket.end())
    server.once('error', failed)
    server.listen(path, () => done())
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
