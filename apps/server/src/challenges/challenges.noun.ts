import type { Noun } from '../noun.ts'
import { dropUsedProofs } from './used-proofs.ts'
import { challengeRoutes } from './challenges.routes.ts'

export const challengesNoun: Noun = {
  routes: [challengeRoutes],
  jobs: (app) => [{ name: 'drop_used_proofs', cron: '*/10 * * * *', work: () => dropUsedProofs(app.database, app.now()) }],
}
