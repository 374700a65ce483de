import type { Noun } from '../noun.ts'
import { redeemCodeRoutes } from './redeem-codes.routes.ts'

export const redeemCodesNoun: Noun = {
  purpose: 'money',
  routes: [redeemCodeRoutes],
}
