import { AVATAR_SIDE, MAX_SIDE, THUMBNAIL_SIDE } from '@portico/contract/files'
import sharp, { type Sharp } from 'sharp'
import { answerQuestions, type Asked } from '../children/answer-questions.ts'
import { hasThumbnail } from './has-thumbnail.ts'

// Runs in a process of its own, which `pictures.ts` starts and ends.

export type Wanted = { as: 'picture' | 'avatar'; bytes: Uint8Array }
export type Picture = { bytes: Uint8Array; width: number; height: number; thumbnail: Uint8Array | null }
/** The picture, or why it is refused. */
export type Rewritten = 'file.damaged' | 'file.unknown_type' | 'file.too_many_pixels' | Picture

const MAX_PIXELS = 50_000_000
/** Above these pixels, decoding may take hundreds of megabytes; AVIF takes four times as much. */
const [LARGE_PIXELS, LARGE_AVIF] = [16_000_000, 4_000_000]
/** Largest lossless drawing; above, it is a photograph in the wrong format. */
const LOSSLESS_BYTES = 1024 * 1024
/** Memory of the child above which it ends, to give back what a large picture took. */
const MOST_BYTES = 200_000_000

// Nothing is worked on twice, and one thread per picture is enough.
sharp.cache(false)
sharp.concurrency(1)
answerQuestions<Wanted, Rewritten>(MOST_BYTES, rewrite)

async function rewrite({ question: { as, bytes }, isHeavy }: Asked<Wanted>): Promise<Rewritten | null> {
  try {
    const open = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
    const { width, height, format } = await open().metadata()
    if (width * height > MAX_PIXELS) return 'file.too_many_pixels'
    if (width * height > (format === 'heif' ? LARGE_AVIF : LARGE_PIXELS) && !isHeavy) return null
    const upright = (): Sharp => open().autoOrient()
    return as === 'avatar' ? await rewriteAvatar(upright) : await rewritePicture(upright, format === 'png' || format === 'gif')
  } catch (error) {
    // The library reports a bad picture as a plain error whose text says what is wrong.
    const text = String(error)
    if (/pixel limit|too large|exceeds/i.test(text)) return 'file.too_many_pixels'
    return /unsupported image format/i.test(text) ? 'file.unknown_type' : 'file.damaged'
  }
}

async function rewritePicture(open: () => Sharp, isDrawing: boolean): Promise<Picture> {
  const sized = (): Sharp => open().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  const exact = isDrawing ? await sized().webp({ lossless: true, effort: 3 }).toBuffer({ resolveWithObject: true }) : null
  const fits = exact !== null && exact.data.length <= LOSSLESS_BYTES
  const { data, info } = fits ? exact : await sized().webp({ quality: 82, alphaQuality: 90 }).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { bytes: data, width, height, thumbnail: hasThumbnail({ width, height }) ? await thumbnailOf(data) : null }
}

/** The middle square. */
async function rewriteAvatar(open: () => Sharp): Promise<Picture> {
  const bytes = await open().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
  return { bytes, width: AVATAR_SIDE, height: AVATAR_SIDE, thumbnail: null }
}

function thumbnailOf(picture: Uint8Array): Promise<Uint8Array> {
  return sharp(picture).resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' }).webp({ quality: 75 }).toBuffer()
}
