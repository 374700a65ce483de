import { Readable } from 'node:stream'
import type { Settings } from '@portico/contract/settings-admin'
import { AppError } from '../../errors.ts'
import type { Storage, StoredName } from './storage.ts'

/** How long to wait for the bucket's answer. Its bytes may take longer: they go on to a visitor. */
const PATIENCE_MS = 60_000
const FOLDER = 'files/'
const PAGE = 1000

export type S3Settings = Pick<
  Settings,
  'files.s3_endpoint' | 'files.s3_bucket' | 'files.s3_region' | 'files.s3_access_id' | 'files.s3_secret'
>

/** Whether the settings name a bucket completely. */
export function namesBucket(settings: S3Settings): boolean {
  const needed = ['files.s3_endpoint', 'files.s3_bucket', 'files.s3_access_id', 'files.s3_secret'] as const
  return needed.every((key) => settings[key] !== '')
}

export const hasBucket = (settings: S3Settings & Pick<Settings, 'files.storage'>): boolean =>
  settings['files.storage'] === 's3' && namesBucket(settings)

/** Objects below `files/` in a bucket. */
export function s3Storage(settings: S3Settings): Storage {
  const client = lazily(() => connectBucket(settings))
  const keyOf = (name: string): string => `${FOLDER}${name.slice(0, 2)}/${name}`
  return {
    put: (name, bytes, type) => answered(async () => void (await (await client()).putObject(keyOf(name), bytes, type))),
    get: (name, range) =>
      answered(async () => {
        try {
          // The end is exclusive here.
          const end = range ? range.end + 1 : undefined
          const { body } = await (await client()).getObjectRaw(keyOf(name), range === null, range?.start, end)
          return body && Readable.fromWeb(body)
        } catch (error) {
          if (statusOf(error) === 404) return null
          throw error
        }
      }),
    remove: (name) => answered(async () => void (await (await client()).deleteObject(keyOf(name)))),
    async *list() {
      let next: string | undefined
      do {
        const page = await answered(async () => (await client()).listObjectsPaged('/', FOLDER, PAGE, next))
        for (const { Key, LastModified } of page?.objects ?? []) {
          yield { name: Key.split('/').at(-1) ?? '', changedAt: new Date(LastModified) } satisfies StoredName
        }
        next = page?.nextContinuationToken
      } while (next !== undefined)
    },
  }
}

/** `patienceMs`: how long to wait for an answer, which comes only after all bytes of a request. */
export async function connectBucket(settings: S3Settings, patienceMs = PATIENCE_MS) {
  const { S3mini } = await import('s3mini')
  return new S3mini({
    endpoint: `${settings['files.s3_endpoint']}/${settings['files.s3_bucket']}`,
    region: settings['files.s3_region'] || 'auto',
    accessKeyId: settings['files.s3_access_id'],
    secretAccessKey: settings['files.s3_secret'],
    fetch: impatient(patienceMs),
  })
}

/** Signed requests go nowhere else, and wait for an answer only so long. */
const impatient =
  (patienceMs: number): typeof fetch =>
  async (input, init) => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), patienceMs)
    try {
      return await fetch(input, { ...init, redirect: 'error', signal: stop.signal })
    } finally {
      clearTimeout(timer)
    }
  }

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const status = statusOf(error)
    throw new AppError(status === 507 ? 'file.storage_full' : 'file.storage_down', { details: { reason: String(status || 'unreachable') } })
  }
}

/** The HTTP status with which the bucket refused; 0: no answer came. */
export function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error ? Number(error.status) : 0
}
