import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './close-to-others.ts'

const PART = '.part'

/** Writes a file that survives a power cut, whole or not at all, readable by the server's user alone. */
export async function writeThrough(path: string, content: Buffer | string): Promise<void> {
  const folder = dirname(path)
  // Of this call alone: another may write the same file.
  const part = `${path}.${randomUUID()}${PART}`
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    await write(part, content)
    await rename(part, path)
    await flush(folder)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function write(path: string, content: Buffer | string): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name survives only with its folder. Windows cannot open folders, and needs not. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** Names in a folder; empty if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

/** Code of a system error such as `ENOENT`; '' for others. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
