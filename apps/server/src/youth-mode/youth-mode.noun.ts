import type { Noun } from '../noun.ts'
import { youthModeRoutes } from './youth-mode.routes.ts'

export const youthModeNoun: Noun = { routes: [youthModeRoutes] }
