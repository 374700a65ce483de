import { createStore } from '../store.ts'

/** Whether the server does not answer: since a call failed on the network, until anything is answered. */
export const lost = createStore(false)

export const notAnswered = (): void => lost.set(true)
/** A proxy answers for a server that is down. */
export const answered = ({ status }: Response): void => lost.set(status === 502 || status === 504)

/** Runs `action` each time the server answers again. Returns how to stop that. */
export function onBack(action: () => void): () => void {
  return lost.subscribe(() => {
    if (!lost.get()) action()
  })
}
