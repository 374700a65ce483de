import { adminUploadImportFile, MAX_PIECE_BYTES } from '@portico/contract/imports-admin'
import { upload } from '../api/upload.ts'

/** A name that the import folder takes. */
export function storedName(name: string): string {
  const plain = name.replace(/[^\w.@ -]/g, '_').slice(-120)
  return /^\w/.test(plain) ? plain : `_${plain.slice(1)}`
}

/** Sends a file piece by piece, so that its size does not matter. Returns its name in the import folder; rejects like `upload`. */
export async function uploadPieces(file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<string> {
  const name = storedName(file.name)
  let offset = 0
  do {
    const piece = new File([file.slice(offset, offset + MAX_PIECE_BYTES)], name)
    const begun = offset
    await upload(adminUploadImportFile, { query: { name, offset: String(offset) } }, piece, {
      signal,
      onProgress: (part) => onProgress(file.size > 0 ? (begun + part * piece.size) / file.size : 1),
    })
    offset += piece.size
  } while (offset < file.size)
  return name
}
