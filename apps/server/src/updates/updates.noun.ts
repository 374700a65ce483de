import type { Noun } from '../noun.ts'
import { updatesRoutes } from './updates.routes.ts'

export const updatesNoun: Noun = { routes: [updatesRoutes] }
