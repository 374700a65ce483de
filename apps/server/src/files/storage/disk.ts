import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Storage, StoredName } from './storage.ts'
import { codeOf, namesIn, writeThrough } from './write-through.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Stores objects as files below `folder`, in subfolders of their first two digits. One process writes; its user alone reads. */
export function diskStorage(folder: string): Storage {
  const pathOf = (name: string): string => join(folder, name.slice(0, 2), name)
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      try {
        await writeThrough(path, bytes)
      } catch (error) {
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
      for (const inner of await namesIn(folder)) {
        for (const name of await namesIn(join(folder, inner))) {
          const found = await stat(join(folder, inner, name)).catch(() => null)
          if (found?.isFile()) yield { name, changedAt: found.mtime } satisfies StoredName
        }
      }
    },
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false
}
