import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { StorageTest } from '@portico/contract/files-admin'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'

/** Tests the storage by storing, reading and removing a small object. */
export async function testStorage({ files }: App): Promise<StorageTest> {
  if (files.former() === null) return 'not_set'
  const storage = files.current()
  const [name, bytes] = [randomBytes(16).toString('hex'), randomBytes(64)]
  try {
    await storage.put(name, bytes, 'application/octet-stream')
    const read = await storage.get(name, null)
    const isSame = read !== null && bytes.equals(await buffer(read))
    await storage.remove(name)
    return isSame ? 'works' : 'unreachable'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { reason } = error.details as { reason: string }
    return reason === '403' || reason === '401' || reason === '400' ? 'refused' : reason === '404' ? 'no_bucket' : 'unreachable'
  }
}
