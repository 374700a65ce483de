import type { Noun } from '../noun.ts'
import { accountRoutes } from './accounts.routes.ts'

export const accountsNoun: Noun = { routes: [accountRoutes] }
