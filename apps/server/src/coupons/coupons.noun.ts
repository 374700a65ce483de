import type { Noun } from '../noun.ts'
import { couponRoutes } from './coupons.routes.ts'

export const couponsNoun: Noun = { routes: [couponRoutes] }
