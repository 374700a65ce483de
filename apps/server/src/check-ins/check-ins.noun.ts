import type { Noun } from '../noun.ts'
import { checkInRoutes } from './check-ins.routes.ts'

export const checkInsNoun: Noun = { routes: [checkInRoutes] }
