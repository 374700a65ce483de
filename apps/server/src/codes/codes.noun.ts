import type { Noun } from '../noun.ts'
import { dropExpiredCodes } from './check-code.ts'

export const codesNoun: Noun = {
  jobs: (app) => [{ name: 'drop_expired_codes', cron: '*/10 * * * *', work: () => dropExpiredCodes(app.database.db, app.now()) }],
}
