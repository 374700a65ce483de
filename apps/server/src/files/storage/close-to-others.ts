import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/**
 * Makes files below `folder` private to the server's user. The folder comes first, which closes the way to all; inner folders after their
 * files, so that a closed one needs no second look.
 */
export async function closeToOthers(folder: string): Promise<void> {
  if (process.platform === 'win32' || !(await isThere(folder))) return
  await chmod(folder, PRIVATE_FOLDER)
  for (const inner of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, inner.name)
    if (!inner.isDirectory() || (await isClosed(path))) continue
    for (const file of await readdir(path, { withFileTypes: true })) if (file.isFile()) await closeFile(join(path, file.name))
    await chmod(path, PRIVATE_FOLDER)
  }
}

/** Makes a file private; it may be deleted meanwhile. */
async function closeFile(path: string): Promise<void> {
  await chmod(path, PRIVATE_FILE).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}

async function isThere(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => null))?.isDirectory() ?? false
}

async function isClosed(folder: string): Promise<boolean> {
  return ((await lstat(folder)).mode & 0o077) === 0
}
