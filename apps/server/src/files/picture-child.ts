import { AVATAR_SIDE, MAX_SIDE, THUMBNAIL_SIDE } from '@portico/contract/files'
import sharp, { type Sharp } from 'sharp'
import { answerQuestions, type Asked } from '../children/answer-questions.ts'
import { hasThumbnail } from './has-thumbnail.ts'

// Runs in a process of its own, which `pictures.ts` starts and ends.

/** `own`: comes with Portico, and stays as it is. */
export type Wanted = {
  as: 'picture' | 'avatar' | 'own' | 'icon'
  bytes: Uint8Array
  most: { megapixels: number; exact: boolean }
  icon?: Icon
}
/** A square PNG: its side and the white around the picture, in pixels. Without white the ground stays clear. */
export type Icon = { side: number; inset: number }
export type Picture = { bytes: Uint8Array; width: number; height: number; thumbnail: Uint8Array | null }
/** The picture, or why it is refused. */
export type Rewritten = 'file.damaged' | 'file.unknown_type' | 'file.too_many_pixels' | Picture

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

async function rewrite({ question: { as, bytes, most, icon }, isHeavy }: Asked<Wanted>): Promise<Rewritten | null> {
  try {
    const mostPixels = most.megapixels * 1_000_000
    const open = (): Sharp => sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
    const { width, height, format } = await open().metadata()
    if (width * height > mostPixels) return 'file.too_many_pixels'
    if (width * height > (format === 'heif' ? LARGE_AVIF : LARGE_PIXELS) && !isHeavy) return null
    if (as === 'own') return { bytes, width, height, thumbnail: await thumbnailFor({ bytes, width, height }) }
    const upright = (): Sharp => open().autoOrient()
    if (icon) return await drawIcon(upright, icon)
    return as === 'avatar'
      ? await rewriteAvatar(upright)
      : await rewritePicture(upright, most.exact && (format === 'png' || format === 'gif'))
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
  return { bytes: data, width, height, thumbnail: await thumbnailFor({ bytes: data, width, height }) }
}

async function drawIcon(open: () => Sharp, { side, inset }: Icon): Promise<Picture> {
  const background = inset > 0 ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 }
  const within = side - 2 * inset
  const drawn = open().resize(within, within, { fit: 'contain', background })
  const whole =
    inset > 0 ? drawn.flatten({ background }).extend({ top: inset, right: inset, bottom: inset, left: inset, background }) : drawn
  return { bytes: await whole.png().toBuffer(), width: side, height: side, thumbnail: null }
}

/** The middle square. */
async function rewriteAvatar(open: () => Sharp): Promise<Picture> {
  const bytes = await open().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
  return { bytes, width: AVATAR_SIDE, height: AVATAR_SIDE, thumbnail: null }
}

async function thumbnailFor({ bytes, ...size }: Omit<Picture, 'thumbnail'>): Promise<Uint8Array | null> {
  if (!hasThumbnail(size)) return null
  return sharp(bytes).resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' }).webp({ quality: 75 }).toBuffer()
}
