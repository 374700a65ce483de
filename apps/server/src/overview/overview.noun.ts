import type { Noun } from '../noun.ts'
import { overviewRoutes } from './overview.routes.ts'

export const overviewNoun: Noun = { routes: [overviewRoutes] }
