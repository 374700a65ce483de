import { sizes } from '../memory/sizes.ts'

/** A cache bounded by the sum of its values' sizes. The value that was not read for longest is dropped first. */
export type KeptBySize<T> = { get: (key: string) => T | undefined; set: (key: string, value: T, size: number) => void }

/** Creates a cache for values that are expensive to make. `usual`: the most their sizes may sum up to, with enough memory. */
export function keptBySize<T>(usual: number): KeptBySize<T> {
  const total = usual * sizes.caches
  const entries = new Map<string, { value: T; size: number }>()
  let left = total
  const drop = (key: string): void => {
    left += entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const found = entries.get(key)
      if (!found) return undefined
      entries.delete(key)
      entries.set(key, found)
      return found.value
    },
    set: (key, value, size) => {
      drop(key)
      if (size > total) return
      for (const oldest of entries.keys()) {
        if (size <= left) break
        drop(oldest)
      }
      left -= size
      entries.set(key, { value, size })
    },
  }
}
