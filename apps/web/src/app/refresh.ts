import { cache } from '../api/cache.ts'
import { createStore } from '../store.ts'

/** Increases by one to make the current page draw again. */
export const drawing = createStore(0)

/** Redraws the current page and fetches its data again. */
export function refreshPage(): void {
  cache.refresh()
  drawing.set((count) => count + 1)
}
