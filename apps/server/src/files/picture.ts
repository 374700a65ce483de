import { AVATAR_SIDE, MAX_SIDE, THUMBNAIL_SIDE } from '@portico/contract/files'
import type { Metadata, Sharp } from 'sharp'
import { createBudget } from '../budget.ts'
import { AppError } from '../errors.ts'

export type Picture = { bytes: Buffer; width: number; height: number; thumbnail: Buffer | null }

const MAX_PIXELS = 50_000_000
/** Above this, a picture may need hundreds of megabytes while it is decoded, and is worked on alone. */
const LARGE_PIXELS = 16_000_000
/** A drawing without loss may be this large; beyond it, it is a photograph in the wrong format. */
const LOSSLESS_BYTES = 1024 * 1024
const SECONDS = 30
/** Two at once: more would only take memory and processor time from everything else. */
const atWork = createBudget(2)

/**
 * Decodes a picture and encodes it as WebP: one frame, upright, at most 2,560 pixels, and without anything that is not a pixel, such as a
 * location. Throws `file.damaged`, `file.unknown_type` and `file.too_many_pixels`.
 */
export function rewritePicture(bytes: Buffer): Promise<Picture> {
  return decoded(bytes, async (open, { format }) => {
    const sized = (): Sharp => open().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    const isDrawing = format === 'png' || format === 'gif'
    const exact = isDrawing ? await sized().webp({ lossless: true, effort: 3 }).toBuffer({ resolveWithObject: true }) : null
    const fits = exact !== null && exact.data.length <= LOSSLESS_BYTES
    const { data, info } = fits ? exact : await sized().webp({ quality: 82, alphaQuality: 90 }).toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return { bytes: data, width, height, thumbnail: hasThumbnail({ width, height }) ? await thumbnailOf(data) : null }
  })
}

/** The middle square of a picture. Throws as `rewritePicture`. */
export function rewriteAvatar(bytes: Buffer): Promise<Picture> {
  return decoded(bytes, async (open) => {
    const data = await open().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
    return { bytes: data, width: AVATAR_SIDE, height: AVATAR_SIDE, thumbnail: null }
  })
}

/** Whether a picture of this size is stored with a small copy. */
export function hasThumbnail({ width, height }: { width: number | null; height: number | null }): boolean {
  return width !== null && height !== null && Math.max(width, height) > THUMBNAIL_SIDE
}

type Open = () => Sharp

async function decoded<T>(bytes: Buffer, work: (open: Open, metadata: Metadata) => Promise<T>): Promise<T> {
  const { default: sharp } = await import('sharp')
  // Nothing is worked on twice, and one thread per picture is enough.
  sharp.cache(false)
  sharp.concurrency(1)
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
  const metadata = await readable(open().metadata())
  const pixels = metadata.width * metadata.height
  if (pixels > MAX_PIXELS) throw new AppError('file.too_many_pixels')
  return atWork(pixels > LARGE_PIXELS ? 2 : 1, () => readable(work(() => open().timeout({ seconds: SECONDS }).autoOrient(), metadata)))
}

async function thumbnailOf(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture).resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' }).webp({ quality: 75 }).toBuffer()
}

/** The library reports a bad picture as a plain error whose text says what is wrong. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error
    if (/pixel limit|too large|exceeds/i.test(error.message)) throw new AppError('file.too_many_pixels')
    if (/unsupported image format/i.test(error.message)) throw new AppError('file.unknown_type')
    throw new AppError('file.damaged')
  }
}
