import type { App } from '../app.ts'

/** Handles a database notification: `settings`, `sessions` or `place <id>`; null: any of them may have been missed. */
export function hearNotifications(app: App): (what: string | null) => void {
  const hear: Record<string, (id: number | null) => Promise<void>> = {
    // Whether staff need a second factor is a setting, and decides what open connections may show.
    settings: () => app.reloadSettings().then(app.sessionWatch.look),
    sessions: app.sessionWatch.look,
    place: app.places.lost,
  }
  return (what) => {
    const [topic, id] = what?.split(' ') ?? []
    for (const [name, work] of Object.entries(hear)) {
      if (topic !== undefined && topic !== name) continue
      work(id === undefined ? null : Number(id)).catch((error: unknown) =>
        app.log.error({ err: error, notice: name }, 'a database notification could not be handled'),
      )
    }
  }
}
