import { cache } from '../../api/cache.ts'
import { answered, lost, notAnswered, onBack } from '../../api/connection.ts'
import { fetchSite } from '../../api/site.ts'

const PAUSES_MS = [500, 1000, 2000, 4000, 8000]
const LONGEST_MS = 15_000

let watching = false

/** Looks for the server while it is away. Once it is back, the page catches up. */
export function watchConnection(): void {
  if (watching) return
  watching = true
  addEventListener('offline', notAnswered)
  addEventListener('online', () => void askServer())
  onBack(() => {
    void fetchSite()
    cache.catchUp()
  })
  lost.subscribe(() => {
    if (lost.get()) void lookUntilBack()
  })
  if (lost.get()) void lookUntilBack()
}

/** Asks once whether the server is ready. */
export async function askServer(): Promise<void> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    if (response.ok) answered(response)
  } catch {
    // Still away.
  }
}

async function lookUntilBack(): Promise<void> {
  for (let tries = 0; lost.get(); tries++) {
    const ms = PAUSES_MS[tries] ?? LONGEST_MS
    // Not all browsers at the same moment: the server has just started.
    await new Promise((done) => setTimeout(done, ms * (0.75 + Math.random() / 2)))
    if (lost.get()) await askServer()
  }
}
