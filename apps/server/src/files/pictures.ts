import { createChildWork, type Times } from '../children/child-work.ts'
import { AppError } from '../errors.ts'
import type { Rewritten, Wanted } from './picture-child.ts'
import { service } from '../service.ts'

export type Picture = { bytes: Buffer; width: number; height: number; thumbnail: Buffer | null }

export type Pictures = {
  /**
   * Decodes a picture and encodes it as WebP: one frame, upright, and without anything that is not a pixel, such as a location. `picture`:
   * at most 2,560 pixels wide and high; `avatar`: the middle square. `of`: whose it is; people take turns. Throws `file.damaged`,
   * `file.unknown_type`, `file.too_many_pixels`, `file.too_slow` and `file.busy`.
   */
  rewrite: (of: number, as: Wanted['as'], bytes: Buffer) => Promise<Picture>
  /** Process ids, for measurements. */
  pids: () => number[]
  /** Ends the processes; pictures that wait fail. */
  stop: () => Promise<void>
}

const usual: Times = { startMs: 20_000, workMs: 60_000, cpuMs: 10_000, waitMs: 120_000, idleMs: 30_000 }
const RETRY_S = 5

/** Rewrites uploaded pictures. */
export const pictureRewriter = service(
  () => createPictures(),
  ({ stop }) => stop(),
)

/** Pictures in processes of their own: one can be made that takes minutes, or that harms what decodes it. */
export function createPictures(times: Partial<Times> = {}): Pictures {
  const { ask, pids, stop } = createChildWork<Wanted, Rewritten>(
    {
      script: new URL('./picture-child.ts', import.meta.url),
      flags: ['--allow-addons'],
      // Memory that a picture needed goes back to the system.
      env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
      // Each person has at most one at work, so one child is left for others.
      processes: 2,
      mostWaiting: 200,
      mostWaitingOfOne: 20,
      busy: () => new AppError('file.busy', { details: { retry_after: RETRY_S } }),
      failed: (isLate) => new AppError(isLate ? 'file.too_slow' : 'file.damaged'),
    },
    { ...usual, ...times },
  )
  return {
    rewrite: async (of, as, bytes) => {
      const rewritten = await ask(of, { as, bytes })
      if (typeof rewritten === 'string') throw new AppError(rewritten)
      const thumbnail = rewritten.thumbnail && bufferOf(rewritten.thumbnail)
      return { ...rewritten, bytes: bufferOf(rewritten.bytes), thumbnail }
    },
    pids,
    stop,
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
