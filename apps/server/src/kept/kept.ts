import { forAll } from '../db/pool/purpose.ts'

const MAX_KEYS = 50

/** `at`: when its computation began. `done`: when it ended; null: it has not. */
type Kept<T> = { at: number; done: number | null; value: Promise<T> }

/**
 * Computes an answer at most once per `ms` for each key, counted from the end of the computation: one that takes long would be old as soon
 * as it is there. Simultaneous calls share one. `at`: when it began.
 */
export function kept<T>(
  now: () => Date,
  ms: number,
  work: (key: string) => Promise<T>,
): (key?: string) => Promise<{ at: number; value: T }> {
  const answers = new Map<string, Kept<T>>()
  return async (key = '') => {
    const at = now().getTime()
    const last = answers.get(key)
    if (last && (last.done === null || Math.abs(at - last.done) < ms)) return { at: last.at, value: await last.value }
    const next: Kept<T> = { at, done: null, value: forAll(() => work(key)) }
    next.value.then(
      () => (next.done = now().getTime()),
      () => answers.get(key) === next && answers.delete(key),
    )
    if (answers.size >= MAX_KEYS) answers.clear()
    answers.set(key, next)
    return { at, value: await next.value }
  }
}
