import type { Noun } from '../noun.ts'
import { movingRoutes } from './moving.routes.ts'

export const movingNoun: Noun = { routes: [movingRoutes] }
