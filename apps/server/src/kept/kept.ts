import { forAll } from '../db/pool/purpose.ts'

const MAX_KEYS = 50

type Kept<T> = { at: number; value: Promise<T> }

/** Computes an answer at most once per `ms` for each key; simultaneous calls share one computation. `at`: when it was computed. */
export function kept<T>(
  now: () => Date,
  ms: number,
  work: (key: string) => Promise<T>,
): (key?: string) => Promise<{ at: number; value: T }> {
  const answers = new Map<string, Kept<T>>()
  return async (key = '') => {
    const at = now().getTime()
    const last = answers.get(key)
    if (last && Math.abs(at - last.at) < ms) return { at: last.at, value: await last.value }
    const next = { at, value: forAll(() => work(key)) }
    next.value.catch(() => answers.get(key) === next && answers.delete(key))
    if (answers.size >= MAX_KEYS) answers.clear()
    answers.set(key, next)
    return { at, value: await next.value }
  }
}
