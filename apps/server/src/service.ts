import type { App } from './app.ts'
import { inPurpose } from './db/pool/purpose.ts'

/**
 * Something that lives as long as an app, such as a memory or a process of its own: made when it is first asked for, then the same for all
 * who ask. `stop` runs after the last request and job.
 */
export function service<T, A extends object = App>(
  make: (app: A) => T,
  stop?: (made: T) => unknown,
): (app: A & Pick<App, 'services'>) => T {
  return (app) => {
    const known = app.services.get(make)
    // Only this function keeps something under `make`.
    if (known) return known.made as T
    // Not in the purpose of whoever happens to ask first.
    const made = inPurpose('members', () => make(app))
    app.services.set(make, { made, stop: () => stop?.(made) })
    return made
  }
}

/** Stops what was made, all at once. */
export async function stopServices({ services }: App): Promise<void> {
  await Promise.all([...services.values()].map(({ stop }) => stop()))
}
