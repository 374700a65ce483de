import { DatabaseAway } from './away.ts'
import type { Purpose } from './purpose.ts'

/**
 * `kept`: connections reserved for the purpose, or one if there are too few for all. `most`: connections at once. Waiting calls are served
 * in this order.
 */
const RATIONS: Record<Purpose, { kept: number; most?: number }> = {
  // A call that holds a connection and waits for a second must not wait for others who do the same.
  spare: { kept: 1, most: 1 },
  money: { kept: 2 },
  nodes: { kept: 2 },
  members: { kept: 2 },
  jobs: { kept: 2 },
  console: { kept: 1, most: 3 },
}
const PURPOSES = Object.keys(RATIONS) as Purpose[]
const KEPT = PURPOSES.reduce((sum, purpose) => sum + RATIONS[purpose].kept, 0)

type Waiter = { purpose: Purpose; start: () => void }
export type Rations = {
  /** Takes one of a purpose's connections. Resolves with how to give it back; rejects after `waitMs`, or when the signal aborts. */
  take: (purpose: Purpose, waitMs: number, left: AbortSignal | null) => Promise<() => void>
  /** How many wait. */
  waiting: () => number
}

/** Shares out `total` connections. With no more than there are purposes, or if they are for one of them, first come, first served. */
export function createRations(total: number, isForOne = false): Rations {
  const isShared = !isForOne && total > PURPOSES.length
  const keptFor = (purpose: Purpose): number => (total > KEPT ? RATIONS[purpose].kept : 1)
  const used = Object.fromEntries(PURPOSES.map((purpose) => [purpose, 0])) as Record<Purpose, number>
  let free = total
  let waiting: Waiter[] = []

  /** Free connections reserved for other purposes. */
  const keptFrom = (purpose: Purpose): number =>
    PURPOSES.reduce((sum, other) => sum + (other === purpose ? 0 : Math.max(0, keptFor(other) - used[other])), 0)

  function fits(purpose: Purpose): boolean {
    if (!isShared) return free > 0
    const { most = Infinity } = RATIONS[purpose]
    return free > 0 && used[purpose] < most && (used[purpose] < keptFor(purpose) || free > keptFrom(purpose))
  }

  function give(purpose: Purpose): void {
    used[purpose]--
    free++
    for (const next of PURPOSES) {
      for (let first = firstOf(next); first && fits(next); first = firstOf(next)) {
        waiting = waiting.filter((waiter) => waiter !== first)
        occupy(next)
        first.start()
      }
    }
  }

  const firstOf = (purpose: Purpose): Waiter | undefined => waiting.find((waiter) => waiter.purpose === purpose)

  function occupy(purpose: Purpose): void {
    used[purpose]++
    free--
  }

  const take: Rations['take'] = (purpose, waitMs, left) => {
    const giveBack = (): void => give(purpose)
    if (fits(purpose) && !firstOf(purpose)) {
      occupy(purpose)
      return Promise.resolve(giveBack)
    }
    return new Promise((done, failed) => {
      const stop = (error: unknown): void => {
        waiting = waiting.filter((other) => other !== waiter)
        settle()
        failed(error)
      }
      const leave = (): void => stop(left?.reason)
      const late = setTimeout(() => stop(new DatabaseAway(`no connection for ${purpose} in ${waitMs} ms`)), waitMs).unref()
      const settle = (): void => {
        clearTimeout(late)
        left?.removeEventListener('abort', leave)
      }
      const waiter = {
        purpose,
        start: () => {
          settle()
          done(giveBack)
        },
      }
      if (left?.aborted) return leave()
      left?.addEventListener('abort', leave)
      waiting.push(waiter)
    })
  }
  return { take, waiting: () => waiting.length }
}
