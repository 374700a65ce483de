import { MAX_FILE_BYTES } from '@portico/contract/files'
import { adminListFiles, adminListFolders } from '@portico/contract/files-admin'
import { ApiError } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { whyNotSent } from '../api/upload.ts'
import { t } from '../i18n.ts'
import { createStore } from '../store.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { uploadFile } from './upload.ts'

export interface Upload {
  id: number
  file: File
  folderId: number | null
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Share of the bytes sent, 0 to 1. */
  part: number
  /** Why it failed; '' if it did not. */
  reason: string
}

/** Milliseconds after a burst's last upload until lists are refetched. */
const REFRESH_MS = 400

/** Uploads since the list was last closed. They go on while the user is on another page. */
export const uploads = createStore<Upload[]>([])
const cancels = new Map<number, AbortController>()
let serial = 0
let refresh: ReturnType<typeof setTimeout> | undefined

export function enqueue(files: Iterable<File>, folderId: number | null): void {
  const added = [...files].map((file): Upload => ({ id: ++serial, file, folderId, state: 'waiting', part: 0, reason: '' }))
  uploads.set((now) => [...now, ...added])
  next()
}

/** Removes an upload from the list, and stops it. */
export function cancel(id: number): void {
  uploads.set((now) => now.filter((one) => one.id !== id))
  cancels.get(id)?.abort()
}

export function retry(id: number): void {
  change(id, { state: 'waiting', part: 0, reason: '' })
  next()
}

/** Stops running uploads and empties the list. */
export function closeUploads(): void {
  for (const { id } of uploads.get()) cancel(id)
}

/** Starts the next upload, one at a time: more would be slower and mix up the order. */
function next(): void {
  const all = uploads.get()
  const first = all.find(({ state }) => state === 'waiting')
  if (first && !all.some(({ state }) => state === 'sending')) void send(first)
}

async function send({ id, file, folderId }: Upload): Promise<void> {
  const stop = new AbortController()
  cancels.set(id, stop)
  change(id, { state: 'sending' })
  try {
    if (file.size > MAX_FILE_BYTES) throw new ApiError(413, { message: t('files.too_large', { size: formatBytes(MAX_FILE_BYTES) }) })
    await uploadFile(file, { folderId, signal: stop.signal, onProgress: (part) => change(id, { part }) })
    change(id, { state: 'done', part: 1 })
    clearTimeout(refresh)
    refresh = setTimeout(() => void invalidate(adminListFiles, adminListFolders), REFRESH_MS)
  } catch (error) {
    // A cancelled upload is no longer in the list.
    change(id, { state: 'failed', reason: whyNotSent(error) })
  } finally {
    cancels.delete(id)
    next()
  }
}

function change(id: number, values: Partial<Upload>): void {
  uploads.set((now) => now.map((one) => (one.id === id ? { ...one, ...values } : one)))
}
