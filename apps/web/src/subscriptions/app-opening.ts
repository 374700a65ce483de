import { useEffect, useRef, useState } from 'react'

/** An app that is installed covers the page sooner than this. */
export const PATIENCE_MS = 2500

type Watched = Pick<Document, 'addEventListener' | 'removeEventListener'>

/** Calls `onStayed` if the page stays visible, as the app did not open. Returns a function that stops the watch. */
export function watchOpening(page: Watched, onStayed: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', stop)
  }
  const timer = setTimeout(() => {
    stop()
    onStayed()
  }, PATIENCE_MS)
  page.addEventListener('visibilitychange', stop)
  return stop
}

/** The app whose link was followed and did nothing; null: none. */
export function useUnopened<App>(): { unopened: App | null; watch: (app: App) => void } {
  const [unopened, setUnopened] = useState<App | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const watch = (app: App): void => {
    stop.current?.()
    setUnopened(null)
    stop.current = watchOpening(document, () => setUnopened(app))
  }
  return { unopened, watch }
}
