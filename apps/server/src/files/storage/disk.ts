import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './close-to-others.ts'
import type { Storage, StoredName } from './storage.ts'

const PART = '.part'
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Objects as files below `folder`, which only one process writes and its user reads. The first two digits of a name are its folder. */
export function diskStorage(folder: string): Storage {
  const pathOf = (name: string): string => join(folder, name.slice(0, 2), name)
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      try {
        await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
        await writeThrough(path + PART, bytes)
        await rename(path + PART, path)
        await flush(dirname(path))
      } catch (error) {
        await rm(path + PART, { force: true }).catch(() => {})
        throw new AppError(FULL.has(codeOf(error)) ? 'file.storage_full' : 'file.storage_down', { details: { reason: codeOf(error) } })
      }
    },
    get: async (name, range) => {
      const path = pathOf(name)
      if (!(await exists(path))) return null
      return createReadStream(path, range ?? {})
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const inner of await names(folder)) {
        for (const name of await names(join(folder, inner))) {
          const found = await stat(join(folder, inner, name)).catch(() => null)
          if (found?.isFile()) yield { name, changedAt: found.mtime } satisfies StoredName
        }
      }
    },
  }
}

/** Returns only when the bytes would survive a power cut. */
async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE)
  try {
    await file.writeFile(bytes)
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

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
