import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { connectBucket, namesBucket, type S3Settings, statusOf } from '../files/storage/s3.ts'

const FOLDER = 'backups/'
const PAGE = 1000
/** Four pieces of 8 MB are on their way at once: enough for a line of 0.5 Mbit/s. */
const PATIENCE_MS = 600_000
const NAME = /^portico-\d{8}-\d{6}\.age$/

/** Backups below `backups/` in the bucket that the settings name for files. Errors say in one line what the bucket answered. */
export type BackupBucket = {
  /** Sends a file in pieces of 8 MB, whole or not at all. */
  send: (path: string, name: string) => Promise<void>
  /** null: there is none. */
  read: (name: string) => Promise<Readable | null>
  remove: (name: string) => Promise<void>
  /** Oldest first. */
  list: () => Promise<string[]>
}

/** null: the settings name no bucket. */
export function backupBucket(settings: S3Settings): BackupBucket | null {
  if (!namesBucket(settings)) return null
  const client = connectBucket(settings, PATIENCE_MS)
  return {
    send: (path, name) =>
      inOneLine(async () => {
        const [s3, file] = [await client, await openAsBlob(path)]
        await s3.putAnyObject(FOLDER + name, file, 'application/octet-stream')
        // A bucket may answer 200 and then not join the pieces.
        if ((await s3.getContentLength(FOLDER + name)) !== file.size) throw new Error('the pieces were not joined')
      }),
    read: (name) =>
      inOneLine(async () => {
        try {
          const { body } = await (await client).getObjectRaw(FOLDER + name, true)
          return body && Readable.fromWeb(body)
        } catch (error) {
          if (statusOf(error) === 404) return null
          throw error
        }
      }),
    remove: (name) => inOneLine(async () => void (await (await client).deleteObject(FOLDER + name))),
    list: () =>
      inOneLine(async () => {
        const names: string[] = []
        let next: string | undefined
        do {
          const page = await (await client).listObjectsPaged('/', FOLDER, PAGE, next)
          if (!page) throw Object.assign(new Error('no such bucket'), { status: 404 })
          names.push(...(page.objects ?? []).map(({ Key }) => Key.slice(FOLDER.length)).filter((name) => NAME.test(name)))
          next = page.nextContinuationToken
        } while (next !== undefined)
        return names.toSorted()
      }),
  }
}

async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const status = statusOf(error)
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(status > 0 ? `the bucket refused (${status})` : `the bucket does not answer (${why.slice(0, 200)})`, { cause: error })
  }
}
