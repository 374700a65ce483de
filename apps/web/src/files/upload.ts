import { adminUploadFile, type AdminFile } from '@portico/contract/files-admin'
import { upload, type UploadOptions } from '../api/upload.ts'

interface Options extends UploadOptions {
  /** Folder; null or absent: the top one. */
  folderId?: number | null
}

/** Uploads a file as material. Rejects with an ApiError that says why, and with an AbortError when it was cancelled. */
export function uploadFile(file: File, { folderId, ...options }: Options = {}): Promise<AdminFile> {
  return upload(adminUploadFile, { query: { folder_id: folderId ?? 0 } }, file, options)
}
