const MOST = 50

/** What went wrong on this page and was not reported yet. Listens from the first script on. */
export const seenErrors: unknown[] = []

export const noteError = (error: unknown): void => void (seenErrors.length < MOST && seenErrors.push(error))
addEventListener('error', (event) => noteError(event.error))
addEventListener('unhandledrejection', (event) => noteError(event.reason))
