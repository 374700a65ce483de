import type { Noun } from '../noun.ts'
import { linkedAccountRoutes } from './linked-accounts.routes.ts'

export const linkedAccountsNoun: Noun = { routes: [linkedAccountRoutes] }
