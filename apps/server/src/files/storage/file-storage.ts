import { join } from 'node:path'
import type { App } from '../../app.ts'
import { diskStorage } from './disk.ts'
import { hasBucket, s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'
import { service } from '../../service.ts'

export type FileStorage = {
  /** The storage in the settings. */
  current: () => Storage
  /** The disk, if S3 replaced it and files may be left; null: the disk is the storage. */
  former: () => Storage | null
}

export const fileStorage = service(createFileStorage)

/** The bucket when the settings name one completely, else the disk. */
function createFileStorage({ config, settings }: Pick<App, 'config' | 'settings'>): FileStorage {
  const disk = diskStorage(join(config.dataDir, 'files'))
  let bucket: { made: string; storage: Storage } | null = null
  const inBucket = (): Storage | null => {
    const now = settings()
    if (!hasBucket(now)) return null
    const made = JSON.stringify(Object.entries(now).filter(([key]) => key.startsWith('files.')))
    if (bucket?.made !== made) bucket = { made, storage: s3Storage(now) }
    return bucket.storage
  }
  return { current: () => inBucket() ?? disk, former: () => (inBucket() ? disk : null) }
}
