import { createChildWork, type Times } from '../children/child-work.ts'
import { AppError } from '../errors.ts'
import { sizes } from '../memory/sizes.ts'
import type { Icon, Rewritten, Wanted } from './picture-child.ts'
import { service } from '../service.ts'

export type Picture = { bytes: Buffer; width: number; height: number; thumbnail: Buffer | null }

export type Pictures = {
  /**
   * Decodes a picture and encodes it as WebP: one frame, upright, and without anything that is not a pixel, such as a location. `picture`:
   * at most 2,560 pixels wide and high; `avatar`: the middle square; `own`: stays as it is. `of`: whose it is; people take turns. Throws
   * `file.damaged`, `file.unknown_type`, `file.too_many_pixels`, `file.too_slow` and `file.busy`.
   */
  rewrite: (of: number, as: 'picture' | 'avatar' | 'own', bytes: Buffer) => Promise<Picture>
  /** Draws a stored picture, or SVG of our own, as an icon of the site. Throws like `rewrite`. */
  icon: (bytes: Buffer, icon: Icon) => Promise<Buffer>
  /** Process ids, for measurements. */
  pids: () => number[]
  /** Ends the processes; pictures that wait fail. */
  stop: () => Promise<void>
}

const usual: Times = { startMs: 20_000, workMs: 60_000, cpuMs: 10_000, waitMs: 120_000, idleMs: 30_000 }
const RETRY_S = 5
/** Whose turn the site's own icons take. */
const NOBODY = 0

/** Rewrites uploaded pictures. */
export const pictureRewriter = service(
  () => createPictures(),
  ({ stop }) => stop(),
)

/** Rewrites pictures in processes of their own, because a picture can be made to take minutes, or to harm what decodes it. */
export function createPictures(times: Partial<Times> = {}): Pictures {
  const { ask, pids, stop } = createChildWork<Wanted, Rewritten>(
    {
      script: new URL('./picture-child.ts', import.meta.url),
      flags: ['--allow-addons'],
      // Memory that a picture needed goes back to the system.
      env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
      // Each person has at most one at work, so of two children one is left for others.
      processes: sizes.pictures.atOnce,
      mostWaiting: 200,
      mostWaitingOfOne: 20,
      busy: () => new AppError('file.busy', { details: { retry_after: RETRY_S } }),
      failed: (isLate) => new AppError(isLate ? 'file.too_slow' : 'file.damaged'),
    },
    { ...usual, ...times },
  )
  const work = async (of: number, wanted: Omit<Wanted, 'most'>) => {
    const done = await ask(of, { ...wanted, most: sizes.pictures })
    if (typeof done === 'string') throw new AppError(done)
    return done
  }
  return {
    icon: async (bytes, icon) => bufferOf((await work(NOBODY, { as: 'icon', bytes, icon })).bytes),
    rewrite: async (of, as, bytes) => {
      const rewritten = await work(of, { as, bytes })
      const thumbnail = rewritten.thumbnail && bufferOf(rewritten.thumbnail)
      return { ...rewritten, bytes: bufferOf(rewritten.bytes), thumbnail }
    },
    pids,
    stop,
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
