import type { Noun } from '../noun.ts'
import { importRoutes } from './imports.routes.ts'
import { endKilled } from './keep-imports.ts'
import { runningImports } from './running-imports.ts'
import { clearLeft } from './move/run-import.ts'

export const importsNoun: Noun = {
  routes: [importRoutes],
  jobs: (app) => [{ name: 'end_killed_imports', everyMs: 60_000, work: () => endKilled(app.database.db, app.now()) }],
  purpose: 'console',
  work: (app) => {
    // What a killed move left behind. Nobody waits for it.
    const cleared = clearLeft(app.ownerUrl).catch((error: unknown) => app.log.warn({ err: error }, 'could not clear after a move'))
    return {
      stop: async () => {
        await cleared
        await runningImports(app).ended()
      },
    }
  },
}
