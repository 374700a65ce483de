import type { Noun } from '../noun.ts'
import { searchRoutes } from './search.routes.ts'

export const searchNoun: Noun = { routes: [searchRoutes] }
