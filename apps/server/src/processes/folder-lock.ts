import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Locks the data directory for this process until it ends. Throws when another process has it. */
export async function lockData(dataDir: string): Promise<void> {
  if ((await lockDataIfFree(dataDir)) === null) throw inUse(dataDir)
}

/** As `lockData`, but null while a process on this network has it. Throws if one in another container has it. Returns how to release. */
export async function lockDataIfFree(dataDir: string): Promise<(() => void) | null> {
  const release = await lockFolder(dataDir)
  if (release === null) return null
  const releaseForContainers = await lockForContainers(dataDir)
  if (releaseForContainers === null) {
    release()
    throw inUse(dataDir)
  }
  return () => {
    releaseForContainers()
    release()
  }
}

const inUse = (dataDir: string): Error => new Error(`another Portico process is using ${dataDir}`)

/**
 * Locks a folder for this process until it is released or the process ends; null while another process has it. The lock is a
 * listening socket: the system closes it however the process ends, so no stale lock remains.
 */
export async function lockFolder(folder: string): Promise<(() => void) | null> {
  mkdirSync(folder, { recursive: true })
  const id = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  const held = process.platform === 'linux' ? await hold(`\0portico-${id}`).catch(() => null) : await holdFile(socketIn(folder))
  return held && (() => void held.close())
}

/**
 * On Linux, the lock of `lockFolder` ends at a container's network. A socket in the folder reaches every container that has the folder.
 * Where the file system or the length of the path forbids one, nothing is locked. Returns how to release; null while another has it.
 */
async function lockForContainers(folder: string): Promise<(() => void) | null> {
  if (process.platform !== 'linux') return () => {}
  const path = socketIn(folder)
  let held: Server | null
  try {
    held = await holdFile(path)
  } catch {
    return (await answers(path)) ? null : () => {}
  }
  if (held === null) return null
  const remove = (): void => rmSync(path, { force: true })
  process.once('exit', remove)
  return () => {
    // Later, the path may be another's.
    process.off('exit', remove)
    // Removes the socket too.
    held.close()
  }
}

const socketIn = (folder: string): string => join(folder, 'portico.sock')

/** Listens at a path in the file system; null while another process does. */
async function holdFile(path: string): Promise<Server | null> {
  const held = await hold(path).catch(() => null)
  if (held) return held
  const found = madeAt(path)
  if (await answers(path)) return null
  // Meanwhile, another process may have put its own in place of one that a dead process left.
  if (madeAt(path) === found) rmSync(path, { force: true })
  return hold(path)
}

const madeAt = (path: string): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs

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
