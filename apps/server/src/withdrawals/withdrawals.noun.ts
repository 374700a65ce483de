import type { Noun } from '../noun.ts'
import { withdrawalRoutes } from './withdrawals.routes.ts'

export const withdrawalsNoun: Noun = {
  purpose: 'money',
  routes: [withdrawalRoutes],
}
