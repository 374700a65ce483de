import type { Addition } from './additions.ts'
import type { App } from './app.ts'
import type { Purpose } from './db/pool/purpose.ts'
import type { Router } from './http/router.ts'
import type { Job } from './jobs/job.ts'

/** What the server gets from a noun's folder. Folders that only have verbs for others need none. */
export type Noun = {
  /** Bound in this order; that of the nouns does not matter. */
  routes?: ((router: Router, app: App) => void)[]
  jobs?: (app: App) => Job[]
  /** Whose connections to the database its routes use: the members', unless it says otherwise. */
  purpose?: Purpose
  /** What it does besides, for as long as the process serves. */
  work?: (app: App) => { stop: () => Promise<void> }
  /** What it adds to nouns that do not know it. */
  adds?: Addition[]
}
