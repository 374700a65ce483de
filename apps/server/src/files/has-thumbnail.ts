import { THUMBNAIL_SIDE } from '@portico/contract/files'

/** Whether a picture of this size is stored with a small copy. */
export function hasThumbnail({ width, height }: { width: number | null; height: number | null }): boolean {
  return width !== null && height !== null && Math.max(width, height) > THUMBNAIL_SIDE
}
