import type { Noun } from '../noun.ts'
import { gameRoutes } from './games.routes.ts'

export const gamesNoun: Noun = { routes: [gameRoutes] }
