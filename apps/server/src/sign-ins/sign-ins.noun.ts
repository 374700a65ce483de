import type { Noun } from '../noun.ts'
import { dropOldSignIns } from './drop-old-sign-ins.ts'
import { signInRoutes } from './sign-ins.routes.ts'

export const signInsNoun: Noun = {
  routes: [signInRoutes],
  jobs: (app) => [{ name: 'drop_old_sign_ins', cron: '7 4 * * *', work: () => dropOldSignIns(app.database, app.now()) }],
}
