import type { Noun } from '../noun.ts'
import { helpRoutes } from './help.routes.ts'

export const helpNoun: Noun = { routes: [helpRoutes] }
