import { createStore } from '../store.ts'

/** 1: a request is running. 0: none is. -1: navigation is blocked and shows no message. */
export type Loading = -1 | 0 | 1
export const loading = createStore<Loading>(0)

let running = 0
let blocked = false
const update = (): void => loading.set(blocked ? -1 : running > 0 ? 1 : 0)

/** Counts one request as running until the returned function is called. Calling that again has no effect. */
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

/** During sign-out a click must neither navigate nor show a message. */
export function blockNavigation(on: boolean): void {
  blocked = on
  update()
}
