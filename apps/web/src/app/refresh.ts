import { cache } from '../api/cache.ts'
import { createStore } from '../store.ts'

/** Rises by one when the page on the screen is to be drawn anew. */
export const drawing = createStore(0)

/** Draws the page anew and fetches what it shows again. */
export function refreshPage(): void {
  cache.refresh()
  drawing.set((count) => count + 1)
}
