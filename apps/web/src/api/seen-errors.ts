const MOST = 50

/** Errors of this page not reported yet. Collected from the first script on. */
export const seenErrors: unknown[] = []

export const noteError = (error: unknown): void => void (seenErrors.length < MOST && seenErrors.push(error))
addEventListener('error', (event) => noteError(event.error))
addEventListener('unhandledrejection', (event) => noteError(event.reason))
