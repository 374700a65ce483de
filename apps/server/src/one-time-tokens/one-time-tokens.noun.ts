import type { Noun } from '../noun.ts'
import { dropExpiredTokens } from './one-time-tokens.ts'

export const oneTimeTokensNoun: Noun = {
  jobs: (app) => [{ name: 'drop_expired_tokens', cron: '23 * * * *', work: () => dropExpiredTokens(app.database.db, app.now()) }],
}
