import { createStore } from '../store.ts'

/** 1 while a request runs, 0 when none does, -1 while navigation is blocked without a word. */
export type Loading = -1 | 0 | 1
export const loading = createStore<Loading>(0)

let running = 0
let blocked = false
const update = (): void => loading.set(blocked ? -1 : running > 0 ? 1 : 0)

/** Counts a request in; the function returned counts it out, once. */
export function startLoading(): () => void {
  running += 1
  update()
  let done = false
  return () => {
    if (done) return
    done = true
    running -= 1
    update()
  }
}

/** While signing out, a click must neither lead anywhere nor explain itself. */
export function blockNavigation(on: boolean): void {
  blocked = on
  update()
}
