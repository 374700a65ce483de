import type { Noun } from '../noun.ts'
import { factorRoutes } from './factors.routes.ts'

export const factorsNoun: Noun = { routes: [factorRoutes] }
