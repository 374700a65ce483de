import type { Noun } from '../noun.ts'
import { promotionRoutes } from './promotions.routes.ts'

export const promotionsNoun: Noun = { routes: [promotionRoutes] }
