import type { Noun } from '../noun.ts'
import { dropExpiredSessions } from './sessions.ts'

export const sessionsNoun: Noun = {
  jobs: (app) => [{ name: 'drop_expired_sessions', cron: '17 3 * * *', work: () => dropExpiredSessions(app.database.db, app.now()) }],
}
